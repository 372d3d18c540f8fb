/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Native or large, and loaded by Node itself.
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3'],
  // In production the server answers the addresses of the API itself, from its own bundle: Next builds the pages alone.
  ...(process.env.NODE_ENV === 'production' && { pageExtensions: ['tsx'] }),
  // A build is made once for each version: to keep what the next one could use takes longer than it saves.
  // `authInterrupts` has `forbidden()` answer with 403.
  experimental: {
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    authInterrupts: true,
  },
  // Types are a stage of `npm test`, over the whole project; a start has no need to wait for them.
  typescript: { ignoreBuildErrors: true },
  // The project is the root, whatever lockfiles its parent folders hold.
  turbopack: { root: import.meta.dirname },
};
