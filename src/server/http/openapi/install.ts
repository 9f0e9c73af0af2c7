import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { described, type Description } from './describe.ts';

/** Describes the calls from the routes' own schemas at `/api/openapi.json`. Must be installed before the routes. */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: '建设工程检测协同平台', version: '1', description: '所有应答均为 { code, msg, data }，code 为 "1" 表示成功。' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transformObject: ({ openapiObject }: object & { openapiObject?: unknown }) => described(openapiObject as Description) as never,
  });
  app.get('/api/openapi.json', { config: { isPublic: true }, schema: { hide: true } }, async () => app.swagger());
}
