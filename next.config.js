/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // Native or large, and loaded by Node itself.
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3'],
  // Types are a stage of `npm test`, over the whole project; a start has no need to wait for them.
  typescript: { ignoreBuildErrors: true },
  // The project is the root, whatever lockfiles its parent folders hold.
  turbopack: { root: import.meta.dirname },
};
