import { dirname } from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  serverExternalPackages: ['better-sqlite3', '@prisma/client', '@prisma/adapter-better-sqlite3'],
  turbopack: { root: dirname(dirname(import.meta.dirname)) },
  typescript: { ignoreBuildErrors: true },
};
