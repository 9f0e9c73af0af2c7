import { buttonLocationsOf } from '../../effects/index.ts';
import type { Routes } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { id, key } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { mayReadByPublishedForm, MAX_RECORD_BYTES, type RecordValues } from '../records/index.ts';
import { refuseWhenFull } from '../store/space.ts';
import { findCreateOffers, prefillRecord } from './createOffers.ts';
import { createActionSubject, isAllowedInState, isAvailable, runAction } from './runAction.ts';
import { isConditionMet, loadStoredRecord } from './values.ts';

interface FormRequest {
  Params: { formKey: string };
}
const params = { type: 'object', properties: { formKey: key } } as const;
const BASE = '/api/system/frmCrud';

/** The maximum number of records on which one call may run a button. */
const MAX_RECORDS = 200;

const rowSchema = {
  type: 'object',
  required: ['id', 'fieldsMap'],
  properties: { id, fieldsMap: { type: 'object' } },
} as const;
const actionBody = {
  type: 'object',
  required: ['action', 'ids'],
  properties: {
    action: { type: 'string', minLength: 1, maxLength: 64 },
    ids: { type: 'array', minItems: 1, maxItems: MAX_RECORDS, items: id },
    dialog: {
      type: 'object',
      nullable: true,
      required: ['fieldsMap', 'childTables'],
      properties: {
        fieldsMap: { type: 'object' },
        childTables: { type: 'object', additionalProperties: { type: 'array', items: rowSchema } },
      },
    },
  },
} as const;

/** Routes for the buttons of forms, and for creating records from other records. */
export const effectRoutes: Routes = (app, context) => {
  const { db } = context;
  const schema = (summary: string, options: object) => ({ tags: ['frmCrud'], summary, params, ...options });

  app.post<FormRequest & { Body: { action: string; ids: string[]; dialog?: RecordValues | null } }>(
    `${BASE}/action/:formKey`,
    {
      schema: schema('按钮操作', { body: actionBody }),
      config: { recordOperation: 'act' },
      bodyLimit: MAX_RECORD_BYTES,
    },
    async (request) => {
      await refuseWhenFull(context);
      return db.transaction().execute(async (trx) => {
        const result = await runAction(context, trx, userOf(request), request.params.formKey, request.body);
        const answer = ok(result, result.done);
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );

  const offersQuery = { type: 'object', required: ['id'], properties: { id } } as const;
  app.get<FormRequest & { Querystring: { id: string } }>(
    `${BASE}/offers/:formKey`,
    { schema: schema('可用的按钮与可生成的单据', { querystring: offersQuery }), config: { recordOperation: 'detail' } },
    async (request) => {
      const user = userOf(request);
      const { formKey } = request.params;
      return db.transaction().execute(async (trx) => {
        const record = await loadStoredRecord({ trx }, formKey, request.query.id);
        if (!record || !(await mayReadByPublishedForm(context, trx, user, record))) throw new Refusal('404');
        const loaded = await loadForm(context, trx, formKey);
        const actions: { key: string; isOffered: boolean }[] = [];
        for (const action of loaded.form.definition.actions ?? []) {
          if (buttonLocationsOf(action).every((location) => location === 'selection')) continue;
          if (!isAllowedInState(action, record) || !(await isAvailable(context, trx, user, action, record))) continue;
          const subject = await createActionSubject(context, trx, user, { loaded, action, row: record, dialog: {} });
          actions.push({ key: action.key, isOffered: await isConditionMet(subject, action.when) });
        }
        return ok({ actions, createFrom: await findCreateOffers(context, trx, user, { formKey, id: record.id }) });
      });
    },
  );

  const prefillQuery = {
    type: 'object',
    required: ['from', 'id', 'index'],
    properties: { from: key, id, index: { type: 'integer', minimum: 0, maximum: 100 } },
  } as const;
  app.get<FormRequest & { Querystring: { from: string; id: string; index: number } }>(
    `${BASE}/prefill/:formKey`,
    { schema: schema('由其他记录带入的内容', { querystring: prefillQuery }), config: { recordOperation: 'detail' } },
    async (request) => {
      const user = userOf(request);
      return db.transaction().execute(async (trx) => {
        const prefill = await prefillRecord(context, trx, user, { ...request.query, formKey: request.params.formKey });
        return ok({ relation: prefill.relation, values: prefill.fields, rows: prefill.tables });
      });
    },
  );
};
