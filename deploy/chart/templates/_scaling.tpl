{{/* Objects that keep enough pods of a part. Call with a part and its object's name. */}}
{{- define "atelier.disruption" }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels:
    {{- include "atelier.labels" (list .root .part) | nindent 4 }}
spec:
  maxUnavailable: {{ .values.maxUnavailable }}
  # A pod that is not ready anyway must not keep its machine from being drained.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "atelier.selector" (list .root .part) | nindent 6 }}
{{- end }}

{{- define "atelier.autoscaler" }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .name }}
  labels:
    {{- include "atelier.labels" (list .root .part) | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .name }} }
  minReplicas: {{ .values.autoscaling.min }}
  maxReplicas: {{ .values.autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpu }} }
  behavior:
    scaleDown:
      stabilizationWindowSeconds: {{ .waitSeconds }}
{{- end }}
