//! Columns as a parquet file: the low-level writer, zstd, one row group. What is in the file is told by its key-value metadata.

use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::failure::Failure;

/// A column: natural numbers or texts, some of which may be missing.
pub enum Column {
    /// Numbers of 64 bits.
    Numbers(Vec<Option<u64>>),
    /// Texts.
    Texts(Vec<Option<String>>),
}

/// The bytes of a file with these columns and this metadata.
pub fn write(columns: &[(&str, Column)], metadata: &[(&str, String)]) -> Result<Vec<u8>, Failure> {
    file(columns, metadata).map_err(|error| Failure::input(format!("parquet: {error}")))
}

fn file(columns: &[(&str, Column)], metadata: &[(&str, String)]) -> Result<Vec<u8>, ParquetError> {
    let pairs = metadata.iter().map(|(key, value)| KeyValue::new(format!("grundy.{key}"), value.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_key_value_metadata(Some(pairs.collect()))
        .set_created_by(format!("grundy {}", env!("CARGO_PKG_VERSION")));
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema(columns)?, Arc::new(properties.build()))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in columns {
        add(column, &mut group)?;
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

fn schema(columns: &[(&str, Column)]) -> Result<Arc<Type>, ParquetError> {
    let field = |(name, column): &(&str, Column)| {
        let (physical, logical) = match column {
            Column::Numbers(_) => (Physical::INT64, LogicalType::integer(64, false)),
            Column::Texts(_) => (Physical::BYTE_ARRAY, LogicalType::String),
        };
        let field = Type::primitive_type_builder(name, physical).with_logical_type(Some(logical));
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder("grundy").with_fields(fields).build()?))
}

fn add<W: std::io::Write + Send>(
    column: &Column,
    group: &mut SerializedRowGroupWriter<'_, W>,
) -> Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else { return Ok(()) };
    match column {
        Column::Numbers(cells) => {
            // The bits of the number; the type of the column says that it has no sign.
            let values: Vec<i64> = cells.iter().flatten().map(|&value| value.cast_signed()).collect();
            writer.typed::<Int64Type>().write_batch(&values, Some(&levels(cells)), None)?;
        }
        Column::Texts(cells) => {
            let values: Vec<ByteArray> = cells.iter().flatten().map(|text| text.as_str().into()).collect();
            writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels(cells)), None)?;
        }
    }
    writer.close()
}

/// 1 for a cell that is there.
fn levels<T>(cells: &[Option<T>]) -> Vec<i16> {
    cells.iter().map(|cell| i16::from(cell.is_some())).collect()
}
