import { demoCompany, type DemoDept, type DemoUser } from '../demoCompany.ts';

const users = new Map(demoCompany.users.map((user) => [user.id, user]));
const depts = new Map(demoCompany.depts.map((dept) => [dept.id, dept]));
const names = new Map<string, string>(
  [...demoCompany.users, ...demoCompany.depts, ...demoCompany.units].map(({ id, name }) => [id, name]),
);

const requireFound = <T>(value: T | undefined, id: string): T => {
  if (value === undefined) throw new Error(`the demo company has no "${id}"`);
  return value;
};

export const userById = (id: string): DemoUser => requireFound(users.get(id), id);
export const userByName = (username: string): DemoUser => userById(`u-${username}`);
export const deptOf = (user: DemoUser): DemoDept => requireFound(depts.get(user.deptId), user.deptId);
export const unitOf = (user: DemoUser): string => deptOf(user).unitId;
/** Returns the id of the leader of a person's department. */
export const leaderOf = (user: DemoUser): string => deptOf(user).leaderId;
/** Returns the name of a person, department or unit. */
export const nameOf = (id: string): string => names.get(id) ?? '';
/** Returns the ids of the people with this role. */
export const userIdsWithRole = (role: string): string[] =>
  demoCompany.users.filter((user) => user.roles.includes(role)).map((user) => user.id);
