-- The types of files that Neovim does not know by their names. For init.lua.
vim.filetype.add({
  extension = {
    abnf = "abnf",
    jsonld = "jsonld",
    nq = "nquads",
    nt = "ntriples",
    owl = "rdfxml",
    rdf = "rdfxml",
    trig = "trig",
    ttl = "turtle",
  },
})
