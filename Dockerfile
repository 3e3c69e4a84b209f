# syntax=docker/dockerfile:1
# Builds from the sources; deploy/Dockerfile.release builds from the tarball of a release.
# To pin a base, add the digest that `docker buildx imagetools inspect` prints for it: `node:24-trixie-slim@sha256:…`.
FROM node:24-trixie-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
WORKDIR /src
COPY . .
RUN node scripts/prepare.mjs && npm pack --ignore-scripts --pack-destination /tmp
# The files of the image: the product, Node without its symbol table, the libraries that both load, and the entries by
# which scanners recognize those libraries. The base has none of them.
RUN npm install --global --prefix /tmp/npm --omit=dev --ignore-scripts --no-audit --no-fund /tmp/sundry-*.tgz \
  && mkdir -p /data /image/usr/local/bin /image/var/lib/dpkg/status.d \
  && mv /tmp/npm/lib/node_modules/sundry /image/app \
  && cd /image/app \
  && rm -rf dist/client docs/README.md docs/images examples node_modules/@libsql/*-musl \
  && strip --strip-unneeded -o /image/usr/local/bin/node "$(command -v node)" \
  && for file in /image/usr/local/bin/node node_modules/@libsql/*/index.node; do ldd "$file"; done \
    | awk '/=> \//{print $3} /^\t\//{print $1}' | sort -u \
    | while read -r file; do install -D "$file" "/image$(readlink -f "${file%/*}")/${file##*/}"; done \
  && for name in libc6 libgcc-s1 libstdc++6; do dpkg-query -s $name > /image/var/lib/dpkg/status.d/$name; done

# Certificates, time zones and users, without a shell: docs/guides/deploy.md, "In a container".
FROM gcr.io/distroless/static-debian13
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Large buffers go back to the system when they are freed: docs/guides/deploy.md, "Memory".
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=1048576 MALLOC_ARENA_MAX=2
COPY --from=build /image /
COPY --from=build --chown=1000:1000 /data /data
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Not npm: it keeps SIGTERM from reaching the server.
CMD ["node", "dist/bundle/main.js"]
