{{/* What the pods of all parts share. */}}

{{/* Call with (dict "root" $ "part" "api" "values" .Values.api): the top of a pod template. */}}
{{- define "atelier.podMetadata" -}}
labels:
  {{- include "atelier.labels" (list .root .part) | nindent 2 }}
  {{- with .values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
annotations:
  # Other settings start other pods.
  checksum/settings: {{ include (print .root.Template.BasePath "/settings.yaml") .root | sha256sum }}
  {{- with .values.podAnnotations }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "atelier.podSpec" -}}
automountServiceAccountToken: false
# Otherwise every Service of the namespace adds variables to the settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* Over machines, then over zones, as far as there are several. */}}
{{- define "atelier.spread" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "atelier.selector" (list $.root $.part) | nindent 8 }}
  {{- end }}
{{- end }}

{{- define "atelier.container" -}}
image: {{ include "atelier.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
envFrom:
  - configMapRef: { name: {{ include "atelier.name" .root }} }
  - secretRef: { name: {{ include "atelier.secret" .root }} }
{{- with .env }}
env:
  {{- range $name, $value := . }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: ["ALL"] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .models }}
  - { name: models, mountPath: /models{{ if eq .models "read" }}, readOnly: true{{ end }} }
  {{- end }}
  {{- if include "atelier.hasFiles" .root }}
  - { name: files, mountPath: /etc/atelier, readOnly: true }
  {{- end }}
{{- end }}

{{/* A pod that writes more than the limit is ended, so that it cannot fill the disk of its machine. */}}
{{- define "atelier.volumes" -}}
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ .values.volumes.data }} }
  - name: tmp
    emptyDir: { sizeLimit: {{ .values.volumes.tmp }} }
  {{- if .models }}
  - name: models
    persistentVolumeClaim:
      claimName: {{ .root.Values.models.existingClaim | default (printf "%s-models" (include "atelier.name" .root)) }}
  {{- end }}
  {{- if include "atelier.hasFiles" .root }}
  - name: files
    secret: { secretName: {{ include "atelier.files" .root }}, defaultMode: 0440 }
  {{- end }}
{{- end }}

{{/* Call with a port's name. A bucket, Redis or mail server that is away takes no pod away: /readyz says so with 200. */}}
{{- define "atelier.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 90
readinessProbe:
  httpGet: { path: /readyz, port: {{ . }} }
  periodSeconds: 5
  # Longer than the two seconds that a bucket, Redis or mail server is given to answer.
  timeoutSeconds: 3
livenessProbe:
  httpGet: { path: /healthz, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 6
{{- end }}
