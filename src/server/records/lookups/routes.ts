import type { LookupAsk } from '../../../rules/lookupAnswers.ts';
import type { Routes } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { ok } from '../../http/envelope.ts';
import { key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { lookUpValue } from './lookUpValue.ts';

const values = { type: 'object' } as const;

/** Calls that one question holds at most; a page asks again for the rest. */
const MOST_ASKS = 200;

const body = {
  type: 'object',
  required: ['asks'],
  properties: {
    version: { type: 'integer', minimum: 1, nullable: true },
    asks: {
      type: 'array',
      maxItems: MOST_ASKS,
      items: {
        type: 'object',
        required: ['field', 'index', 'values', 'row'],
        properties: {
          field: { type: 'string', maxLength: 64 },
          table: { type: 'string', maxLength: 64, nullable: true },
          index: { type: 'integer', minimum: 0, maximum: 100 },
          values,
          row: values,
        },
      },
    },
  },
} as const;

interface Asking {
  Params: { formKey: string };
  Body: { version?: number | null; asks: (Omit<LookupAsk, 'table'> & { table?: string | null })[] };
}

/** What a page asks while somebody types: the values that the formulas of its form look up, within this person's rights. */
export const lookupRoutes: Routes = (app, context) => {
  const { db } = context;
  app.post<Asking>(
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
      const found: { value: unknown }[] = [];
      for (const ask of asks)
        found.push({ value: await lookUpValue(context, db, user, form, { ...ask, table: ask.table ?? null }) });
      return ok(found);
    },
  );
};
