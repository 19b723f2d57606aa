#!/bin/sh
# see https://docs.example.org/
curl -X POST "https://deploy.example.org/$APP?v=${VERSION}"
curl "https://deploy.example.org:80s/"
