import { sql } from 'kysely';
import type { CompiledField } from '../../../kernel/index.ts';
import { underPath } from '../../../domain/problem/index.ts';
import type { Routes } from '../../context.ts';
import { toStoredText, loadForm } from '../../documents/index.ts';
import { ok } from '../../http/envelope.ts';
import { id, key } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import { checkFlowText, formsUsing, unknownHolders } from '../../flowDocuments/index.ts';
import { checkFlowAgainstForm, holderKey, type Holder } from '../../flow/index.ts';
import { importFlow } from './importFlow.ts';
import { runTrial, type TrialRequest } from './runTrial.ts';

const BASE = '/api/system/flowDef';
const definitionSchema = { type: 'string', maxLength: 6_000_000 } as const;
const checkBodySchema = {
  type: 'object',
  required: ['flowKey', 'definition'],
  properties: { flowKey: key, definition: definitionSchema, formKey: { ...key, nullable: true } },
} as const;
/** The types of the holders that may replace a holder that is missing in this installation. */
const REPLACEMENT_TYPES = ['role', 'user', 'post', 'dept', 'deptLeader', 'deptLeaders', 'initiator', 'choice'] as const;
const importBodySchema = {
  type: 'object',
  required: ['flowKey', 'definition'],
  properties: {
    flowKey: key,
    definition: definitionSchema,
    flowName: { type: 'string', maxLength: 100 },
    formKey: { ...key, nullable: true },
    process: { type: 'string', maxLength: 200, nullable: true },
    holders: {
      type: 'object',
      nullable: true,
      additionalProperties: {
        type: 'object',
        required: ['type', 'value'],
        properties: { type: { enum: REPLACEMENT_TYPES }, value: { type: 'string', maxLength: 2000 } },
      },
    },
  },
} as const;
const trialBodySchema = {
  type: 'object',
  required: ['definition', 'formKey', 'applicantId'],
  properties: { definition: definitionSchema, formKey: key, applicantId: id, recordId: id, values: { type: 'object' } },
} as const;
const flowQuerySchema = { type: 'object', required: ['flowKey'], properties: { flowKey: key } } as const;

/** Body of an import; `ImportOptions` explains `process` and `holders`. */
interface ImportBody {
  flowKey: string;
  definition: string;
  flowName?: string;
  formKey?: string | null;
  process?: string | null;
  holders?: Record<string, Holder> | null;
}

/** Returns whether the field stores yes and no as '1' and '0'. */
const isSwitch = ({ definition }: CompiledField): boolean => definition.isFlag === true;

/** Routes of the process designer, except those for drafts and publishing; for administrators only. */
export const flowDesignRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['flowDef'];
  // the process is also checked against the form `formKey`, even if the form does not use the process yet
  app.post<{ Body: { flowKey: string; definition: string; formKey?: string | null } }>(
    `${BASE}/check`,
    { schema: { tags, summary: '检查流程', body: checkBodySchema } },
    async (request) => {
      adminOf(request);
      const { flowKey, definition: text, formKey } = request.body;
      const { definition, problems } = await checkFlowText(context, db, toStoredText(text), flowKey);
      const hasFormProblems = problems.some(({ path }) => path[0] === formKey);
      if (!definition || !formKey || hasFormProblems) return ok({ problems });
      const { form } = await loadForm(context, db, formKey);
      const formProblems =
        form.definition.flowKey === flowKey
          ? []
          : underPath([formKey], checkFlowAgainstForm(definition, form.definition, context.vocabulary));
      return ok({ problems: [...problems, ...formProblems] });
    },
  );

  app.get<{ Querystring: { flowKey: string } }>(
    `${BASE}/forms`,
    { schema: { tags, summary: '使用此流程的表单', querystring: flowQuerySchema } },
    async (request) => {
      adminOf(request);
      const forms = await formsUsing(context, db, request.query.flowKey);
      return ok(forms.map(({ formKey, version, form }) => ({ formKey, formName: form.definition.formName, version })));
    },
  );

  app.post<{ Body: ImportBody }>(
    `${BASE}/import`,
    { schema: { tags, summary: '读入其他设计器的流程', body: importBodySchema } },
    async (request) => {
      adminOf(request);
      const { flowKey, definition, flowName, formKey, process, holders } = request.body;
      const fields = formKey ? (await loadForm(context, db, formKey)).form.fields : null;
      const imported = await importFlow(toStoredText(definition), {
        key: flowKey,
        ...(flowName?.trim() ? { name: flowName.trim() } : {}),
        ...(process ? { process } : {}),
        ...(holders ? { holders } : {}),
        switches: new Set([...(fields?.values() ?? [])].filter(isSwitch).map(({ key: field }) => field)),
      });
      const unknownKeys = await unknownHolders(db, imported.holders);
      const unknownHolderNotes = imported.holders
        .filter((holder) => unknownKeys.has(holderKey(holder)))
        .flatMap(({ value, tasks }) =>
          tasks.map(({ id: element, name }) => ({
            element,
            name,
            level: 'warning' as const,
            message: `办理人“${value}”在本系统中不存在，请重新指定`,
          })),
        );
      return ok({
        ...imported,
        report: [...imported.report, ...unknownHolderNotes],
        holders: imported.holders.map((holder) => ({ ...holder, isKnown: !unknownKeys.has(holderKey(holder)) })),
      });
    },
  );

  app.post<{ Body: TrialRequest }>(
    `${BASE}/trial`,
    { schema: { tags, summary: '试运行流程', body: trialBodySchema } },
    async (request) => {
      adminOf(request);
      return ok(await runTrial(context, { ...request.body, definition: toStoredText(request.body.definition) }));
    },
  );

  app.get(`${BASE}/holders`, { schema: { tags, summary: '可作办理人的角色和岗位' } }, async (request) => {
    adminOf(request);
    const [roles, posts] = await Promise.all([
      db.selectFrom('sys_role').select(['code', 'name']).orderBy('code').execute(),
      sql<{ post: string }>`select post from sys_user where post <> ''
        union select post from sys_user_unit where post <> '' order by post`.execute(db),
    ]);
    return ok({ roles, posts: posts.rows.map(({ post }) => post) });
  });
};
