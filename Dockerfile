# syntax=docker/dockerfile:1
# One image for server and workers: `up --workers 0` is the server, `worker` is a worker. Node 22 reads pawl.config.ts as it is.
FROM node:22-bookworm-slim AS build
WORKDIR /pawl
COPY package.json package-lock.json .npmrc ./
COPY packages ./packages
COPY tools ./tools
COPY tsconfig.base.json ./
# installs what it needs, as every command of a checkout does
RUN npm run build \
 && find packages -mindepth 2 -maxdepth 2 ! -name dist ! -name bin ! -name package.json -exec rm -rf {} +

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    PAWL_DATA_DIR=/var/lib/pawl
WORKDIR /pawl
COPY package.json package-lock.json .npmrc ./
# without their sources the packages run what was built
COPY --from=build /pawl/packages ./packages
# not `npm ci`: the lock file names no registry, and leaves out what other platforms would install
RUN npm install --no-save --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
 && npm cache clean --force \
 && install --directory --owner=node --group=node --mode=0700 "$PAWL_DATA_DIR"
COPY pawl.config.ts ./
COPY examples ./examples
COPY apps ./apps
COPY sandbox ./sandbox
USER node
VOLUME /var/lib/pawl
EXPOSE 8787
# exec form, so that SIGTERM reaches pawl and not a shell
ENTRYPOINT ["node", "/pawl/packages/cli/bin/pawl.mjs"]
CMD ["up"]
