{{/* Names and labels that every object shares, and the checks of values that the schema cannot make. */}}
{{- define "atelier.name" -}}
{{- if eq .Release.Name .Chart.Name }}{{ .Chart.Name }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Of the pods of one part, for ever: a Deployment cannot change them. Call with (list $ "api"). */}}
{{- define "atelier.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ $root.Chart.Name }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "atelier.labels" -}}
{{- $root := index . 0 -}}
{{ include "atelier.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
{{- end }}

{{- define "atelier.image" -}}
{{- $image := .Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "atelier.secret" -}}
{{ .Values.secrets.existing | default (include "atelier.name" .) }}
{{- end }}

{{- define "atelier.files" -}}
{{ .Values.files.existing | default (printf "%s-files" (include "atelier.name" .)) }}
{{- end }}

{{- define "atelier.hasFiles" -}}
{{ if or .Values.files.existing .Values.files.config .Values.files.prices }}yes{{ end }}
{{- end }}

{{- define "atelier.host" -}}
{{ (urlParse .).host | splitList ":" | first }}
{{- end }}

{{- define "atelier.check" -}}
{{- $secrets := .Values.secrets -}}
{{- if $secrets.existing -}}
{{- if $secrets.values }}{{ fail "secrets: give either `existing` or `values`, not both." }}{{ end -}}
{{- else -}}
{{- range list "SECRET" "DATABASE_URL" "S3_URL" -}}
{{- if not (or (index $secrets.values .) (and (eq . "S3_URL") $.Values.settings.S3_URL)) -}}
{{ fail (printf "secrets.values.%s is missing. Set it, or name a Secret of yours in secrets.existing." .) }}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name, $value := .Values.settings -}}
{{- if and (ne $value nil) (hasKey $secrets.values $name) -}}{{ fail (printf "%s is in `settings` and in `secrets.values`: give it once." $name) }}{{ end -}}
{{- end -}}
{{- if and .Values.previewOrigin (eq (include "atelier.host" .Values.previewOrigin) (include "atelier.host" .Values.publicUrl)) -}}
{{ fail "previewOrigin must be on another host than publicUrl." }}
{{- end -}}
{{- end }}
