# The image with Chromium, in which the builder opens every application that it wrote: docker build -f deploy/browser.Dockerfile -t atelier-browser deploy
FROM atelier
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium \
  && rm -rf /var/lib/apt/lists/*
USER node
