import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import {
  answerRecord,
  recordBody,
  sentRecordOf,
  type NullableProperties,
  type RecordBody,
  MAX_RECORD_BYTES,
} from '../../records/index.ts';
import { refuseWhenFull } from '../../store/space.ts';
import { runTransition } from '../transition/runTransition.ts';
import type { Transition } from '../transition/transition.ts';

const ids = { type: 'array', maxItems: 100, items: { type: 'string', minLength: 1, maxLength: 64 } } as const;
const transitionBody = {
  type: 'object',
  required: ['record', 'action'],
  properties: {
    record: recordBody,
    action: { enum: ['submit', 'approve', 'return', 'reject'] },
    taskId: { type: 'string', maxLength: 64, nullable: true },
    opinion: { type: 'string', maxLength: 2000, nullable: true },
    target: { type: 'string', maxLength: 200, nullable: true },
    isStraight: { type: 'boolean', nullable: true },
    files: { ...ids, nullable: true },
    signature: { type: 'string', maxLength: 64, nullable: true },
    cc: { ...ids, nullable: true },
    choices: { type: 'object', nullable: true, additionalProperties: ids },
  },
} as const;

/** Route that saves a record and acts on it: submit, approve, return, reject (CL-083). */
export const runProcessRoute: Routes = (app, context) => {
  const { db } = context;
  app.post<{
    Params: { formKey: string };
    Body: NullableProperties<Omit<Transition, 'record' | 'action' | 'depth'>> & {
      record: RecordBody;
      action: Transition['action'];
    };
  }>(
    '/api/system/frmCrud/runProcess/:formKey',
    {
      config: { recordOperation: 'act' },
      schema: {
        tags: ['frmCrud'],
        summary: '办理',
        params: { type: 'object', properties: { formKey: key } },
        body: transitionBody,
      },
      bodyLimit: MAX_RECORD_BYTES,
    },
    async (request) => {
      const user = userOf(request);
      const { record: body, action, ...rest } = request.body;
      const options = Object.fromEntries(
        Object.entries(rest).filter(
          // empty values count as absent; unknown keys are ignored, because only the server may set `depth`
          ([name, value]) => Object.hasOwn(transitionBody.properties, name) && value !== null && value !== '',
        ),
      ) as Omit<Transition, 'record' | 'action' | 'depth'>;
      const transition: Transition = { ...options, record: sentRecordOf(body), action };
      await refuseWhenFull(context);
      return db.transaction().execute(async (trx) => {
        const updated = await runTransition(context, trx, user, request.params.formKey, transition);
        const answer = ok(await answerRecord(context, trx, user, updated.row), '办理成功');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
};
