-- The settings of "iri lsp" for Neovim 0.11 or later. Copy the file to lsp/iri.lua in the folder of the
-- configuration (:echo stdpath("config")), and write vim.lsp.enable("iri") in init.lua.
return {
  cmd = { "iri", "lsp" },
  filetypes = {
    "abnf", "turtle", "trig", "n3", "sparql", "owl", "ntriples", "nquads", "rdfxml", "jsonld",
    "html", "json", "jsonl", "markdown", "xml", "yaml", "csv", "tsv",
  },
  root_markers = { "iri.toml", ".git" },
}
