"""The documentation site: Sphinx, Furo, MyST-NB. `docs/build` makes it; the notebooks are executed on the way."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "grundy"
author = "The grundy developers"
copyright = "the grundy developers"
extensions = ["myst_nb", "grundy_lexer", "sphinx.ext.autodoc"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build", "_ext", "**.ipynb_checkpoints"]
html_theme = "furo"
html_title = "grundy"
nitpicky = True
# Types of Python itself and of packages that are not documented here, and what only the package itself makes.
nitpick_ignore_regex = [("py:.*", r"(?!grundy\.).*"), ("py:.*", r"grundy\.(_core|source)\..*"), ("py:.*", r"grundy\..*\._\w+")]
highlight_language = "text"
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath", "deflist"]
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
