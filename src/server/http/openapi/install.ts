import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { completeDescription, type Description } from './describe.ts';

/** Security of a call that works with and without a token. */
export const MAYBE_SIGNED_IN: readonly Record<string, string[]>[] = [{}, { bearer: [] }];

/**
 * Serves an OpenAPI description at `/api/openapi.json`, generated from the schemas of the routes. Must be called before
 * the routes are registered.
 */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: '建设工程检测协同平台',
        version: '1',
        description: '所有应答均为 { code, msg, data }，code 为 "1" 表示成功。',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          client: { type: 'http', scheme: 'basic', description: '客户端固定的凭据，可以不带，服务端不核对' },
        },
      },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url, route }) => ({
      schema: route.config?.isPublic && !schema?.security ? { ...schema, security: [] } : schema,
      url,
    }),
    transformObject: ({ openapiObject }: object & { openapiObject?: unknown }) =>
      completeDescription(openapiObject as Description) as never,
  });
  app.get('/api/openapi.json', { config: { isPublic: true }, schema: { hide: true } }, async () => app.swagger());
}
