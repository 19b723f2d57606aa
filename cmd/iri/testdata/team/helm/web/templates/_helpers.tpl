{{- define "web.fullname" -}}
{{- printf "https://%s.example.org/" .Release.Name -}}
{{- end -}}
