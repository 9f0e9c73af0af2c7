import { sql } from 'kysely';
import { edge, flowFile, publishStory, task } from '../server/approval/story.ts';
import type { TestServer } from '../server/support.ts';

export const FORM = 'soak';

/** Whom an application goes to stands in the application: everybody applies, and everybody decides. */
const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1', required: true },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1' },
  { tag: 'userSelector', __vModel__: 'checker', label: '复核人', required: true },
  { tag: 'el-upload', __vModel__: 'files', label: '附件' },
  {
    tag: 'subTable',
    __vModel__: 'rows',
    label: '明细',
    canOp: '1',
    children: [
      { tag: 'el-input', __vModel__: 'name', label: '名称' },
      { tag: 'el-input-number', __vModel__: 'count', label: '数量' },
    ],
  },
];

export const accountOf = (index: number): string => `soak${index}`;
export const idOf = (index: number): string => `u-soak-${index}`;

/** So many more people of the demo company, with its password, and the form they work on. */
export async function hire(server: TestServer, people: number): Promise<void> {
  const { db } = server.context;
  const {
    rows: [dept],
  } = await sql<{
    id: string;
    parent_id: string;
  }>`select o.id, o.parent_id from sys_org o where o.type = 'dept' order by o.id limit 1`.execute(db);
  await sql`insert into sys_user (id, username, name, password_hash, dept_id, unit_id) select 'u-soak-' || n, 'soak' || n, '员工' || n, u.password_hash, ${dept?.id}, ${dept?.parent_id} from sys_user u, generate_series(0, ${sql.lit(people - 1)}) n where u.username = 'staff'`.execute(
    db,
  );
  await sql`insert into sys_user_unit (user_id, unit_id, dept_id) select 'u-soak-' || n, ${dept?.parent_id}, ${dept?.id} from generate_series(0, ${sql.lit(people - 1)}) n`.execute(
    db,
  );
  await publishStory(
    server,
    FORM,
    flowFile(FORM, `${edge('f1', 'apply', 'check')}${task('check field checker')}${edge('f2', 'check', 'e')}`),
    FIELDS,
  );
}
