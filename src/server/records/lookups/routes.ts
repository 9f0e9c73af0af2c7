import type { LookupRequest } from '../../../rules/lookupAnswers.ts';
import type { Routes } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { ok } from '../../http/envelope.ts';
import { key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { lookUpValue } from './lookUpValue.ts';

const valuesSchema = { type: 'object' } as const;

/** Maximum number of `lookup` calls in one request; a page sends further requests for the rest. */
const MAX_LOOKUPS_PER_REQUEST = 200;

/** The JSON schema of the request. `asks`: the `lookup` calls. */
const body = {
  type: 'object',
  required: ['asks'],
  properties: {
    version: { type: 'integer', minimum: 1, nullable: true },
    asks: {
      type: 'array',
      maxItems: MAX_LOOKUPS_PER_REQUEST,
      items: {
        type: 'object',
        required: ['field', 'index', 'values', 'row'],
        properties: {
          field: { type: 'string', maxLength: 64 },
          table: { type: 'string', maxLength: 64, nullable: true },
          index: { type: 'integer', minimum: 0, maximum: 100 },
          values: valuesSchema,
          row: valuesSchema,
        },
      },
    },
  },
} as const;

interface LookupRoute {
  Params: { formKey: string };
  Body: { version?: number | null; asks: (Omit<LookupRequest, 'table'> & { table?: string | null })[] };
}

/**
 * The route by which a page looks up values for its formulas while a person types. It returns only values that this
 * person may see.
 */
export const lookupRoutes: Routes = (app, context) => {
  const { db } = context;
  app.post<LookupRoute>(
    '/api/system/relation/lookup/:formKey',
    {
      schema: {
        tags: ['relation'],
        summary: '公式查找的值（lookup）',
        params: { type: 'object', properties: { formKey: key } },
        body,
      },
      config: { isReading: true },
    },
    async (request) => {
      const { version, asks } = request.body;
      const user = userOf(request);
      const { form } = await loadForm(context, db, request.params.formKey, version || undefined);
      const answers: { value: unknown }[] = [];
      for (const call of asks)
        answers.push({ value: await lookUpValue(context, db, user, form, { ...call, table: call.table ?? null }) });
      return ok(answers);
    },
  );
};
