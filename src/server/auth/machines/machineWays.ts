/** What a machine account may be allowed to do with the records of its forms, and the calls of each. Nothing else is open to it. */
export const MACHINE_WAYS = {
  list: { title: '查询列表', calls: ['POST /api/system/frmCrud/list/:formKey'] },
  detail: { title: '读取一条', calls: ['GET /api/system/frmCrud/getById/:formKey'] },
  save: { title: '新增和修改', calls: ['POST /api/system/frmCrud/saveOrUpdate/:formKey'] },
  act: { title: '提交和办理', calls: ['POST /api/system/frmCrud/runProcess/:formKey'] },
  delete: { title: '删除草稿', calls: ['GET /api/system/frmCrud/delById/:formKey'] },
} as const satisfies Record<string, { title: string; calls: readonly string[] }>;

export type MachineWay = keyof typeof MACHINE_WAYS;
export const MACHINE_WAY_KEYS = Object.keys(MACHINE_WAYS) as MachineWay[];

/** The way by which a route is called; undefined for one that is open to no machine account. */
export const machineWayOf = (method: string, url: string): MachineWay | undefined =>
  MACHINE_WAY_KEYS.find((way) => (MACHINE_WAYS[way].calls as readonly string[]).includes(`${method} ${url}`));

interface Asked {
  data?: {
    paths?: unknown;
    sort?: { field?: unknown } | null;
    conditions?: ({ field?: unknown; anyOf?: { field?: unknown }[] } | null)[] | null;
  } | null;
}

const leadsOn = (field: unknown): boolean => typeof field === 'string' && /[.(]/.test(field);

/** Whether a list asks for what stands in other forms: along a relation, or by counting over one. */
export function asksOtherForms(body: unknown): boolean {
  const { data } = (body ?? {}) as Asked;
  if (!data) return false;
  const conditions = (data.conditions ?? []).flatMap((one) => [
    one?.field,
    ...(one?.anyOf ?? []).map(({ field }) => field),
  ]);
  return (
    (Array.isArray(data.paths) && data.paths.length > 0) ||
    [data.sort?.field, ...conditions, ...Object.keys(data)].some(leadsOn)
  );
}
