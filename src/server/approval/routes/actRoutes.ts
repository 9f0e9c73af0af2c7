import type { FastifyRequest } from 'fastify';
import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { id, key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { lockFlowForAct, type LockedFlow } from '../transition/lockFlow.ts';
import type { Trx } from '../../store/transaction.ts';
import { sendCopy, comment, takeBackStep, urge, voidProcess } from '../acts/processActs.ts';
import { reportMessage } from '../acts/reportMessage.ts';
import { addSign, delegate, removeSign, transfer, type SignPosition } from '../acts/assigneeActs.ts';
import { decideBatch, type BatchAct } from '../tasks/decideBatch.ts';
import { flowOptions } from '../acts/flowOptions.ts';

const ids = { type: 'array', maxItems: 100, items: { type: 'string', minLength: 1, maxLength: 64 } } as const;
const text = { type: 'string', maxLength: 2000, nullable: true } as const;
const commonProperties = {
  formKey: key,
  recordId: id,
  taskId: { type: 'string', maxLength: 64, nullable: true },
  opinion: text,
} as const;

/** Request body of every act: a reference to the process, and the inputs of all acts. */
interface Body {
  formKey: string;
  recordId: string;
  taskId?: string | null;
  opinion?: string | null;
  /** The ids of the people who get the task or a copy, or are added as approvers. */
  userIds?: string[];
  /** For 减签: the ids of the tasks of the added approvers who are removed. */
  signers?: string[];
  files?: string[] | null;
  /** For 加签: whether the added approvers act before, after or beside the person. */
  place?: SignPosition;
  /** For 通知: the name of the message that has arrived, and the values that it contains. */
  message?: string;
  data?: object | null;
}

interface ActInput {
  taskId?: string;
  opinion: string;
  userIds: string[];
  signers: string[];
  files: string[];
  place: SignPosition;
  message: string;
  data: object | null;
}
type ActHandler = (trx: Trx, lockedFlow: LockedFlow, input: ActInput) => Promise<unknown>;

const actInputOf = ({
  taskId,
  opinion,
  userIds = [],
  signers = [],
  files,
  place = 'parallel',
  message = '',
  data = null,
}: Body): ActInput => ({
  ...(taskId ? { taskId } : {}),
  opinion: opinion?.trim() ?? '',
  userIds,
  signers,
  files: files ?? [],
  place,
  message,
  data,
});

/**
 * Routes of acts that do not change the record's values (CL-012 and related), except for the values of a reported
 * message. Each act is one transaction. A repeated request with the same idempotency key returns the stored answer.
 * Further routes decide several tasks at once, or return the acts that a person can perform now.
 */
export const actRoutes: Routes = (app, context) => {
  const { db } = context;
  const addActRoute = (
    path: string,
    summary: string,
    successText: string,
    schemaParts: { required?: readonly string[]; properties?: object },
    act: ActHandler,
    base = '/api/task/flow/process',
  ): void => {
    const body = {
      type: 'object',
      required: ['formKey', 'recordId', ...(schemaParts.required ?? [])],
      properties: { ...commonProperties, ...schemaParts.properties },
    };
    app.post<{ Body: Body }>(
      `${base}/${path}`,
      { schema: { tags: ['flow'], summary, body } },
      async (request: FastifyRequest<{ Body: Body }>) =>
        db.transaction().execute(async (trx) => {
          // a suspended process accepts no act except a comment
          const lockedFlow = await lockFlowForAct(context, trx, userOf(request), request.body, path !== 'comment');
          const answer = ok((await act(trx, lockedFlow, actInputOf(request.body))) ?? null, successText);
          await rememberAnswer(trx, request, answer);
          return answer;
        }),
    );
  };
  const withUserIds = { required: ['userIds'], properties: { userIds: ids } } as const;
  addActRoute('takeBackFlow', '撤回', '已撤回', {}, (trx, lockedFlow) => takeBackStep(context, trx, lockedFlow));
  addActRoute('transfer', '转办', '已转办', withUserIds, transfer);
  addActRoute('delegate', '委派', '已委派', withUserIds, delegate);
  addActRoute(
    'addSign',
    '加签',
    '已加签',
    { required: ['userIds', 'place'], properties: { userIds: ids, place: { enum: ['before', 'after', 'parallel'] } } },
    addSign,
  );
  addActRoute(
    'removeSign',
    '减签',
    '已减签',
    { required: ['signers'], properties: { signers: ids } },
    (trx, lockedFlow, input) => removeSign(context, trx, lockedFlow, input),
  );
  addActRoute('cc', '抄送', '已抄送', withUserIds, sendCopy);
  addActRoute('urge', '催办', '已催办', {}, async (trx, lockedFlow, input) => ({
    count: await urge(trx, lockedFlow, input),
  }));
  addActRoute('comment', '评论', '已评论', { properties: { files: { ...ids, nullable: true } } }, comment);
  addActRoute('void', '作废', '已作废', {}, (trx, lockedFlow, input) => voidProcess(context, trx, lockedFlow, input));
  addActRoute(
    'message',
    '通知等待中的流程',
    '已通知',
    {
      required: ['message'],
      properties: {
        message: { type: 'string', minLength: 1, maxLength: 200 },
        data: { type: 'object', nullable: true },
      },
    },
    (trx, lockedFlow, input) => reportMessage(context, trx, lockedFlow, input),
  );
  // CL-016: the act `void` under a second path, which the staff screens call
  addActRoute(
    'stopFlow',
    '终止流程',
    '已终止',
    {},
    (trx, lockedFlow, input) => voidProcess(context, trx, lockedFlow, input),
    '/api/system/hr/staffResign',
  );

  const batchBody = {
    type: 'object',
    required: ['taskIds'],
    properties: {
      taskIds: { ...ids, minItems: 1 },
      opinion: text,
      action: { type: 'string', enum: ['approve', 'return', 'transfer'] },
      userIds: ids,
    },
  } as const;
  app.post<{
    Body: { taskIds: string[]; opinion?: string | null; action?: BatchAct['action']; userIds?: string[] };
  }>(
    '/api/task/flow/task/batchApprove',
    { schema: { tags: ['flow'], summary: '批量办理', body: batchBody } },
    async (request) => {
      const { taskIds, action = 'approve', userIds = [] } = request.body;
      const opinion = request.body.opinion?.trim() ?? '';
      const decision = action === 'transfer' ? { action, opinion, userIds } : { action, opinion };
      return ok(await decideBatch(context, userOf(request), taskIds, decision));
    },
  );

  const recordQuery = {
    type: 'object',
    required: ['formKey', 'recordId'],
    properties: { formKey: key, recordId: id, taskId: { type: 'string', maxLength: 64 } },
  } as const;
  app.get<{ Querystring: { formKey: string; recordId: string; taskId?: string } }>(
    '/api/task/flow/process/options',
    { schema: { tags: ['flow'], summary: '可进行的流程操作', querystring: recordQuery } },
    async (request) => ok(await flowOptions(context, userOf(request), request.query)),
  );
};
