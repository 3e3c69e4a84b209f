# syntax=docker/dockerfile:1
# Builds from the sources; deploy/Dockerfile.release builds from the tarball of a release.
# To pin the base, replace the tag by `node:24-slim@sha256:…` of `docker buildx imagetools inspect node:24-slim`.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN node scripts/prepare.mjs \
  && npm pack --ignore-scripts --pack-destination /tmp \
  && npm install --global --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund /tmp/sundry-*.tgz \
  && rm -rf /app/lib/node_modules/sundry/node_modules/@libsql/*-musl

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Large buffers go back to the system when they are freed: docs/deploy.md, "Memory".
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=1048576 MALLOC_ARENA_MAX=2
COPY --from=build /app/lib/node_modules/sundry /app
RUN mkdir /data && chown node:node /data
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Not npm: it keeps SIGTERM from reaching the server.
CMD ["node", "dist/bundle/main.js"]
