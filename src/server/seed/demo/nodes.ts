import { leaderOf, userIdsWithRole } from './people.ts';
import type { DemoNode } from './types.ts';
import { AGREE, MANAGER_AGREE } from './words.ts';

type More = Partial<Omit<DemoNode, 'id' | 'name'>>;

const roleNode = (id: string, name: string, role: string, more: More): DemoNode => ({
  id,
  name,
  holders: () => userIdsWithRole(role),
  opinions: AGREE,
  ...more,
});

export const leaderNode = (more: More = {}): DemoNode => ({
  id: 'leader',
  name: '部门负责人审核',
  holders: ({ applicant }) => [leaderOf(applicant)],
  opinions: AGREE,
  ...more,
});
/** `isSkipped`: returns true for a record whose process skips this node. */
export const managerNode = (isSkipped: DemoNode['isSkipped'], name = '分管领导审批'): DemoNode =>
  roleNode('manager', name, 'manager', { isSkipped, opinions: MANAGER_AGREE });
export const sealerNode = (more: More): DemoNode =>
  roleNode('seal', '印章管理员用印', 'sealer', {
    opinions: ['已用印。', '已用印并登记。', '用印完毕，扫描件已存档。'],
    ...more,
  });
export const financeNode = (id: string, name: string, more: More): DemoNode => roleNode(id, name, 'finance', more);
export const deviceNode = (id: string, name: string, more: More): DemoNode => roleNode(id, name, 'device', more);
export const sampleNode = (id: string, name: string, more: More): DemoNode => roleNode(id, name, 'sample', more);

/** Returns the sum of a numeric column. */
export const total = (rows: readonly Record<string, unknown>[] | undefined, key: string): number =>
  (rows ?? []).reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
