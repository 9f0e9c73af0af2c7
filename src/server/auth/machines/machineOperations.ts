/**
 * The operations on records that a machine account may be granted, with their routes. All other routes are closed to
 * machine accounts.
 */
export const MACHINE_OPERATIONS = {
  list: { title: '查询列表', calls: ['POST /api/system/frmCrud/list/:formKey'] },
  detail: { title: '读取一条', calls: ['GET /api/system/frmCrud/getById/:formKey'] },
  save: { title: '新增和修改', calls: ['POST /api/system/frmCrud/saveOrUpdate/:formKey'] },
  act: { title: '提交和办理', calls: ['POST /api/system/frmCrud/runProcess/:formKey'] },
  delete: { title: '删除草稿', calls: ['GET /api/system/frmCrud/delById/:formKey'] },
} as const satisfies Record<string, { title: string; calls: readonly string[] }>;

export type MachineOperation = keyof typeof MACHINE_OPERATIONS;
export const MACHINE_OPERATION_KEYS = Object.keys(MACHINE_OPERATIONS) as MachineOperation[];

/** Returns the operation to which a route belongs; undefined for a route that machine accounts may not call. */
export const machineOperationOf = (method: string, url: string): MachineOperation | undefined =>
  MACHINE_OPERATION_KEYS.find((operation) =>
    (MACHINE_OPERATIONS[operation].calls as readonly string[]).includes(`${method} ${url}`),
  );

interface ListRequest {
  data?: {
    paths?: unknown;
    sort?: { field?: unknown } | null;
    conditions?: ({ field?: unknown; anyOf?: { field?: unknown }[] } | null)[] | null;
  } | null;
}

/**
 * Checks whether a field of a list request is a path along a relation (with a dot) or an aggregate (in parentheses).
 */
const isPathOrAggregate = (field: unknown): boolean => typeof field === 'string' && /[.(]/.test(field);

/** Returns whether a list request reads values of other forms: along a relation, or by aggregating over a relation. */
export function readsOtherForms(body: unknown): boolean {
  const { data } = (body ?? {}) as ListRequest;
  if (!data) return false;
  const conditionFields = (data.conditions ?? []).flatMap((condition) => [
    condition?.field,
    ...(condition?.anyOf ?? []).map(({ field }) => field),
  ]);
  return (
    (Array.isArray(data.paths) && data.paths.length > 0) ||
    // a list may also be filtered by further keys of `data`, which are names of fields
    [data.sort?.field, ...conditionFields, ...Object.keys(data)].some(isPathOrAggregate)
  );
}
