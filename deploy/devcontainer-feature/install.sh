#!/bin/sh
# Installs the command for all users of the container. PACKAGE is the option of devcontainer-feature.json.
set -eu

if ! command -v npm > /dev/null; then
  echo 'Drydock needs Node 20.19 or later and npm: add the feature ghcr.io/devcontainers/features/node.' >&2
  exit 1
fi
npm install --global --no-audit --no-fund "${PACKAGE:-drydock-kit}"
drydock --version
