//! The page: the files of assets/, which are built from web/.

/// Name and content of each file.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page, with its type. The page's own address is that of `index.html`.
pub fn find(path: &str) -> Option<(&'static [u8], &'static str)> {
    let name = path.strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or("index.html");
    let (name, content) = FILES.iter().find(|(known, _)| *known == name)?;
    Some((content, content_type(name)))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
