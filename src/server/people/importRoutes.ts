import type { FastifyRequest } from 'fastify';
import { sendGenerated, xlsxFile, XLSX_TYPE } from '../archive/index.ts';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith } from '../http/schemas.ts';
import type { RequestUser } from '../http/user.ts';
import { withUploadedTable } from '../imports/index.ts';
import { checkPeople, importPeople, type CheckedRows } from './importPeople.ts';
import { COLUMNS, MAX_FILE_BYTES, readPeople, type SheetPerson } from './importSheet.ts';
import { listAllPeople, type PeopleFilter } from './listPeople.ts';
import { PEOPLE_IMPORT } from './permissions.ts';
import { filterProperties } from './routes.ts';

/**
 * Maximum number of invalid rows in the answer; further rows are only counted. The file that `importFailed` returns
 * contains all invalid rows.
 */
const MAX_LISTED = 500;
const MAX_EXPORTED = 100_000;
const STATES = { normal: '正常', disabled: '停用', left: '离职' } as const;

const EXAMPLE = [
  'zhangwei',
  '张伟',
  '某某检测有限公司',
  '材料检测部',
  '检测员',
  '13800000000',
  'zhangwei@example.com',
  '经办人',
  '10',
];

/** Returns the numbers of all, valid, new, changed and invalid rows, the first invalid rows, and the notes. */
const importResult = ({ validRows, invalidRows }: CheckedRows, notes: string[]) => ({
  total: validRows.length + invalidRows.length,
  good: validRows.length,
  added: validRows.filter(({ id }) => id === null).length,
  changed: validRows.filter(({ id }) => id !== null).length,
  bad: invalidRows.slice(0, MAX_LISTED),
  badCount: invalidRows.length,
  notes,
});

/** Routes that import people from a spreadsheet (which is validated before anything is stored), and export people. */
export const peopleImportRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/user';
  const uploadSchema = { tags, consumes: ['multipart/form-data'] };
  const withSheet = <T>(
    request: FastifyRequest,
    work: (sheet: { user: RequestUser; rows: SheetPerson[]; notes: string[] }) => Promise<T>,
  ): Promise<T> => {
    const user = permittedUserOf(request, PEOPLE_IMPORT);
    return withUploadedTable(context, request, MAX_FILE_BYTES, async ({ file }) => {
      if (!file) throw new Refusal('REQUEST_INVALID', { detail: '没有文件' });
      return work({ user, ...(await readPeople(file)) });
    });
  };
  app.post(`${base}/importCheck`, { schema: { ...uploadSchema, summary: '检查用户导入文件' } }, (request) =>
    withSheet(request, async ({ user, rows, notes }) =>
      ok(importResult(await checkPeople(db, user, rows), notes), '检查完成'),
    ),
  );
  app.post(
    `${base}/import`,
    { config: { isSecret: true }, schema: { ...uploadSchema, summary: '导入用户' } },
    (request) =>
      withSheet(request, async ({ user, rows, notes }) => {
        const checked = await checkPeople(db, user, rows);
        const { passwords } = await importPeople(context, user, checked);
        return ok({ ...importResult(checked, notes), passwords }, '导入完成');
      }),
  );
  app.post(`${base}/importFailed`, { schema: { ...uploadSchema, summary: '导入文件中有误的行' } }, (request, reply) =>
    withSheet(request, async ({ user, rows }) => {
      const { invalidRows } = await checkPeople(db, user, rows);
      const reasons = new Map(invalidRows.map(({ row, message }) => [row, message]));
      const failedRows = rows
        .filter(({ row }) => reasons.has(row))
        .map((person) => [...COLUMNS.map(({ key }) => person[key]), reasons.get(person.row) ?? '']);
      return sendGenerated(
        reply,
        '有误的行.xlsx',
        XLSX_TYPE,
        xlsxFile('用户', [...COLUMNS, { title: '原因', width: 50 }], failedRows),
      );
    }),
  );
  app.post(
    `${base}/importTemplate`,
    { schema: { tags, summary: '用户导入模板', body: { type: 'object', nullable: true } } },
    async (request, reply) => {
      permittedUserOf(request, PEOPLE_IMPORT);
      return sendGenerated(reply, '用户导入模板.xlsx', XLSX_TYPE, xlsxFile('用户', [...COLUMNS], [EXAMPLE]));
    },
  );
  app.post<{ Body: { data?: PeopleFilter | null } | null }>(
    `${base}/exportRows`,
    { schema: { tags, summary: '导出用户', body: listBodyWith(filterProperties) } },
    async (request, reply) => {
      permittedUserOf(request, PEOPLE_IMPORT);
      const people = await listAllPeople(context, request.body?.data ?? {}, MAX_EXPORTED);
      const rows = people.map((person) => [
        person.username,
        person.name,
        person.unitName,
        person.deptName,
        person.post,
        person.phone,
        person.email,
        // only directly granted roles: an import grants the roles of this column directly, so a role held through a
        // department, post or group would stay after the person has left it
        person.directRoleNames,
        person.sn,
        STATES[person.state],
      ]);
      return sendGenerated(
        reply,
        '用户.xlsx',
        XLSX_TYPE,
        xlsxFile('用户', [...COLUMNS, { title: '状态', width: 8 }], rows),
      );
    },
  );
};
