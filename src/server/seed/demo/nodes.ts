import { leaderOf, userIdsWithRole } from './people.ts';
import type { DemoNode } from './types.ts';
import { APPROVAL_OPINIONS, MANAGER_APPROVAL_OPINIONS } from './words.ts';

type NodeOverrides = Partial<Omit<DemoNode, 'id' | 'name'>>;

const roleNode = (id: string, name: string, role: string, overrides: NodeOverrides): DemoNode => ({
  id,
  name,
  holders: () => userIdsWithRole(role),
  opinions: APPROVAL_OPINIONS,
  ...overrides,
});

export const leaderNode = (overrides: NodeOverrides = {}): DemoNode => ({
  id: 'leader',
  name: '部门负责人审核',
  holders: ({ applicant }) => [leaderOf(applicant)],
  opinions: APPROVAL_OPINIONS,
  ...overrides,
});
/** `isSkipped`: returns true for a record whose process skips this node. */
export const managerNode = (isSkipped: DemoNode['isSkipped'], name = '分管领导审批'): DemoNode =>
  roleNode('manager', name, 'manager', { isSkipped, opinions: MANAGER_APPROVAL_OPINIONS });
export const sealerNode = (overrides: NodeOverrides): DemoNode =>
  roleNode('seal', '印章管理员用印', 'sealer', {
    opinions: ['已用印。', '已用印并登记。', '用印完毕，扫描件已存档。'],
    ...overrides,
  });
export const financeNode = (id: string, name: string, overrides: NodeOverrides): DemoNode =>
  roleNode(id, name, 'finance', overrides);
export const deviceNode = (id: string, name: string, overrides: NodeOverrides): DemoNode =>
  roleNode(id, name, 'device', overrides);
export const sampleNode = (id: string, name: string, overrides: NodeOverrides): DemoNode =>
  roleNode(id, name, 'sample', overrides);

/** Returns the sum of a numeric column. */
export const sumOfColumn = (rows: readonly Record<string, unknown>[] | undefined, key: string): number =>
  (rows ?? []).reduce((sum, row) => sum + Number(row[key] ?? 0), 0);
