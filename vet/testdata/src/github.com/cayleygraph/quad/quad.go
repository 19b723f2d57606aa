package quad

type IRI string
