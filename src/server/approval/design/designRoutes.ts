import { underPath } from '../../../domain/problem/index.ts';
import type { Routes } from '../../context.ts';
import { contentOf, loadForm } from '../../documents/index.ts';
import { ok } from '../../http/envelope.ts';
import { id, key } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import { checkFlowText, formsUsing } from '../../flowDocuments/index.ts';
import { checkFlowAgainstForm } from '../../flow/index.ts';
import { importFlow } from './importFlow.ts';
import { tryFlow, type TrialRequest } from './trial.ts';

const BASE = '/api/system/flowDef';
const text = { type: 'string', maxLength: 6_000_000 } as const;
const checkBody = {
  type: 'object',
  required: ['flowKey', 'definition'],
  properties: { flowKey: key, definition: text, formKey: { ...key, nullable: true } },
} as const;
const importBody = {
  type: 'object',
  required: ['flowKey', 'definition'],
  properties: { flowKey: key, definition: text, flowName: { type: 'string', maxLength: 100 } },
} as const;
const trialBody = {
  type: 'object',
  required: ['definition', 'formKey', 'applicantId'],
  properties: { definition: text, formKey: key, applicantId: id, recordId: id, values: { type: 'object' } },
} as const;
const byFlow = { type: 'object', required: ['flowKey'], properties: { flowKey: key } } as const;

/** What drawing a process asks for beside its life cycle; administrators only. */
export const flowDesignRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['flowDef'];
  // `formKey`: a form the process is made for and that does not use it yet
  app.post<{ Body: { flowKey: string; definition: string; formKey?: string | null } }>(
    `${BASE}/check`,
    { schema: { tags, summary: '检查流程', body: checkBody } },
    async (request) => {
      adminOf(request);
      const { flowKey, definition: given, formKey } = request.body;
      const { definition, problems } = await checkFlowText(context, db, contentOf(given), flowKey);
      const isNamed = problems.some(({ path }) => path[0] === formKey);
      if (!definition || !formKey || isNamed) return ok({ problems });
      const { form } = await loadForm(context, db, formKey);
      const more =
        form.definition.flowKey === flowKey
          ? []
          : underPath([formKey], checkFlowAgainstForm(definition, form.definition, context.vocabulary));
      return ok({ problems: [...problems, ...more] });
    },
  );

  app.get<{ Querystring: { flowKey: string } }>(
    `${BASE}/forms`,
    { schema: { tags, summary: '使用此流程的表单', querystring: byFlow } },
    async (request) => {
      adminOf(request);
      const forms = await formsUsing(context, db, request.query.flowKey);
      return ok(forms.map(({ formKey, version, form }) => ({ formKey, formName: form.definition.formName, version })));
    },
  );

  app.post<{ Body: { flowKey: string; definition: string; flowName?: string } }>(
    `${BASE}/import`,
    { schema: { tags, summary: '读入其他设计器的流程', body: importBody } },
    async (request) => {
      adminOf(request);
      return ok(
        await importFlow(contentOf(request.body.definition), request.body.flowKey, request.body.flowName?.trim()),
      );
    },
  );

  app.post<{ Body: TrialRequest }>(
    `${BASE}/trial`,
    { schema: { tags, summary: '试运行流程', body: trialBody } },
    async (request) => {
      adminOf(request);
      return ok(await tryFlow(context, { ...request.body, definition: contentOf(request.body.definition) }));
    },
  );

  app.get(`${BASE}/holders`, { schema: { tags, summary: '可作办理人的角色和岗位' } }, async (request) => {
    adminOf(request);
    const [roles, posts] = await Promise.all([
      db.selectFrom('sys_role').select(['code', 'name']).orderBy('code').execute(),
      db
        .selectFrom('sys_user')
        .select('post')
        .distinct()
        .where('post', 'is not', null)
        .where('post', '!=', '')
        .orderBy('post')
        .execute(),
    ]);
    return ok({ roles, posts: posts.map(({ post }) => post) });
  });
};
