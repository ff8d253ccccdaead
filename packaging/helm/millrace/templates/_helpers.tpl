{{- define "millrace.name" -}}
{{- if contains "millrace" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-millrace" (.Release.Name | trunc 41 | trimSuffix "-") -}}
{{- end -}}
{{- end -}}

{{- define "millrace.selector" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "millrace.labels" -}}
{{ include "millrace.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "millrace.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "millrace.domain" -}}
{{ include "millrace.name" . }}-nodes.{{ .Release.Namespace }}.svc.{{ .Values.fleet.clusterDomain }}
{{- end -}}

{{/* MiB of a container: what the gateway takes, of which slices may be three quarters at most. */}}
{{- define "millrace.memory" -}}
{{- $memory := .Values.memory -}}
{{- $sum := add $memory.heap $memory.slices $memory.rest (ternary 128 0 .Values.ssd.enabled) -}}
{{- max $sum (div (add (mul $memory.slices 4) 2) 3) -}}
{{- end -}}

{{/* What is mounted of each secret: the folder's name, and the settings with the file of each. */}}
{{- define "millrace.secrets" -}}
{{- $secrets := .Values.secrets -}}
{{- $fleet := .Values.fleet.enabled | ternary .Values.fleet dict -}}
{{- $all := list
  (dict "folder" "certificate" "secret" $secrets.certificate "files" (dict "certificate" "tls.crt" "key" "tls.key"))
  (dict "folder" "access" "secret" $secrets.access "files" (dict "access-file" "access.yaml"))
  (dict "folder" "client-ca" "secret" $secrets.clientCa "files" (dict "client-ca" "ca.crt"))
  (dict "folder" "origin-ca" "secret" $secrets.originCa "files" (dict "origin-ca" "ca.crt"))
  (dict "folder" "ssd-keys" "secret" $secrets.ssdKeys "files" (dict "ssd-keys" "keyring"))
  (dict "folder" "sealed-keys" "secret" $secrets.sealedKeys "files" (dict "sealed-keys" "keyring"))
  (dict "folder" "fleet" "secret" $fleet.certificate "files" (dict "fleet-certificate" "tls.crt" "fleet-key" "tls.key" "fleet-ca" "ca.crt"))
  (dict "folder" "ticket-keys" "secret" $fleet.ticketKeys "files" (dict "fleet-ticket-keys" "keyring"))
  (dict "folder" "zookeeper" "secret" $fleet.zookeeperDigest "files" (dict "fleet-zookeeper-digest" "digest"))
-}}
{{- $given := list -}}
{{- range $all }}{{ if .secret }}{{ $given = append $given . }}{{ end }}{{ end -}}
{{- toYaml (dict "given" $given) -}}
{{- end -}}

{{/* All settings: the chart's, and over them those of the values. */}}
{{- define "millrace.settings" -}}
{{- $own := dict "memory-size" (printf "%dMiB" (int64 .Values.memory.slices)) -}}
{{- $_ := set $own "state" "/var/lib/millrace/state" -}}
{{- if .Values.ssd.enabled -}}
{{- $_ := set $own "ssd-folder" "/var/lib/millrace/ssd" -}}
{{- $_ := set $own "ssd-size" (printf "%dGiB" (int64 .Values.ssd.size)) -}}
{{- end -}}
{{- if .Values.fleet.enabled -}}
{{- if .Values.fleet.zookeeper -}}
{{- $_ := set $own "fleet-zookeeper" .Values.fleet.zookeeper -}}
{{- else -}}
{{- $_ := set $own "fleet-members" "/etc/millrace/members" -}}
{{- end -}}
{{- end -}}
{{- range (include "millrace.secrets" . | fromYaml).given -}}
{{- $folder := .folder -}}
{{- range $setting, $file := .files -}}
{{- $_ := set $own $setting (printf "/etc/millrace-secrets/%s/%s" $folder $file) -}}
{{- end -}}
{{- end -}}
{{- if .Values.secrets.adminToken -}}
{{- $_ := set $own "admin-token" "/run/millrace/token" -}}
{{- end -}}
{{- range $name, $_ := $own -}}
{{- if hasKey $.Values.settings $name -}}
{{- fail (printf "settings.%s is set by the chart: see memory, ssd, secrets and fleet in its values" $name) -}}
{{- end -}}
{{- end -}}
{{- $usual := dict "host" "0.0.0.0" "port" 8443 "admin-host" "0.0.0.0" "admin-port" 9443 "log-format" "json" "drain-delay" "5s" -}}
{{- merge dict .Values.settings $own $usual | toYaml -}}
{{- end -}}

{{/* What cannot be rendered into something that starts. */}}
{{- define "millrace.check" -}}
{{- $settings := .Values.settings -}}
{{- if not $settings.origin -}}
{{- fail "settings.origin is needed: s3://BUCKET" -}}
{{- end -}}
{{- if not (or .Values.secrets.access (hasKey $settings "anonymous")) -}}
{{- fail "who may read? give secrets.access, the name of a secret with access.yaml; or settings.anonymous: \"on\", for everybody who reaches the port" -}}
{{- end -}}
{{- if and .Values.fleet.enabled (not .Values.fleet.certificate) -}}
{{- fail "fleet.certificate is needed: the name of a secret with tls.crt, tls.key and ca.crt" -}}
{{- end -}}
{{- if and .Values.fleet.enabled (not .Values.secrets.certificate) -}}
{{- fail "a fleet needs secrets.certificate: its nodes show clients the same certificate" -}}
{{- end -}}
{{- if and (or .Values.fleet.ticketKeys .Values.fleet.zookeeperDigest) (not .Values.fleet.zookeeper) -}}
{{- fail "fleet.ticketKeys and fleet.zookeeperDigest are for fleet.zookeeper" -}}
{{- end -}}
{{- $delay := get $settings "drain-delay" | default "5s" | toString -}}
{{- $timeout := get $settings "drain-timeout" | default "30s" | toString -}}
{{- $least := add (include "millrace.seconds" $delay) (include "millrace.seconds" $timeout) 5 -}}
{{- if lt (int .Values.terminationGracePeriodSeconds) (int $least) -}}
{{- fail (printf "terminationGracePeriodSeconds must be %d at least: drain-delay (%s), drain-timeout (%s), and 5 s to leave" $least $delay $timeout) -}}
{{- end -}}
{{- end -}}

{{/* Whole seconds of a duration such as 500ms, 30s, 5m or 1h, or more. */}}
{{- define "millrace.seconds" -}}
{{- $number := regexFind "^[0-9]+" . | int -}}
{{- if hasSuffix "ms" . -}}{{ div (add $number 999) 1000 }}
{{- else if hasSuffix "m" . -}}{{ mul $number 60 }}
{{- else if hasSuffix "h" . -}}{{ mul $number 3600 }}
{{- else -}}{{ $number }}
{{- end -}}
{{- end -}}
