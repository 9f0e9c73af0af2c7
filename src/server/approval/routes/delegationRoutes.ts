import type { Routes } from '../../context.ts';
import { ok, pagedPart, pageOf, type Page } from '../../http/envelope.ts';
import { listBodyWith, id } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { addDelegation, loadApprovalForms, listDelegations, withdrawDelegation } from '../delegation/delegations.ts';

const time = { type: 'string', minLength: 10, maxLength: 19 } as const;
const delegationBody = {
  type: 'object',
  required: ['toUserId', 'startTime', 'endTime'],
  additionalProperties: false,
  properties: {
    toUserId: id,
    startTime: time,
    endTime: time,
    // a multiple select sends a comma-separated text or a list
    formKeys: {
      anyOf: [
        { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 64 } },
        { type: 'string', maxLength: 32_500 },
        { type: 'null' },
      ],
    },
    note: { type: 'string', maxLength: 200, nullable: true },
  },
} as const;
interface Body {
  toUserId: string;
  startTime: string;
  endTime: string;
  formKeys?: readonly string[] | string | null;
  note?: string | null;
}

const formKeysOf = (keys: Body['formKeys']): string[] =>
  (typeof keys === 'string' ? keys.split(',') : [...(keys ?? [])]).map((key) => key.trim()).filter(Boolean);

/** Routes to delegate to-dos during an absence. Users manage only their own delegations. */
export const delegationRoutes: Routes = (app, { db }) => {
  const tags = ['flow'];
  const base = '/api/task/flow/delegation';
  app.post<{ Body: { page?: Partial<Page> | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '自己的委托，和委托给自己的', body: listBodyWith({}) } },
    async (request) => {
      const page = pageOf(request.body);
      const rows = await listDelegations(db, userOf(request).id);
      return pagedPart(rows, page);
    },
  );
  app.get(`${base}/forms`, { schema: { tags, summary: '可委托的表单' } }, async () => ok(await loadApprovalForms(db)));
  app.post<{ Body: Body }>(
    `${base}/add`,
    { schema: { tags, summary: '委托他人代办', body: delegationBody } },
    async (request) => {
      const { formKeys, note, ...rest } = request.body;
      return db.transaction().execute(async (trx) => {
        const delegationId = await addDelegation(trx, userOf(request), {
          ...rest,
          formKeys: formKeysOf(formKeys),
          note: note ?? '',
        });
        const answer = ok({ id: delegationId }, '已委托');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/withdraw`,
    { schema: { tags, summary: '撤销委托', body: { type: 'object', required: ['id'], properties: { id } } } },
    async (request) =>
      db.transaction().execute(async (trx) => {
        await withdrawDelegation(trx, userOf(request), request.body.id);
        const answer = ok(null, '委托已撤销');
        await rememberAnswer(trx, request, answer);
        return answer;
      }),
  );
};
