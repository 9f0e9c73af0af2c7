/**
 * One seal of the demo company. `no`: number of the seal; `keeper`: user name of the person who keeps it; `place`:
 * where it is kept.
 */
export type Seal = readonly [no: string, name: string, type: string, unit: string, keeper: string, place: string];

/** The seals of the demo company. */
export const SEALS: readonly Seal[] = [
  ['YZ-JC-001', '衡准工程检测有限公司公章', 'company', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-002', '法定代表人名章（检测）', 'legal', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-003', '检测合同专用章', 'contract', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-004', '检测专用章（1）', 'testing', 'unit-jc', 'xiaojing', '业务受理中心报告室'],
  ['YZ-JC-005', '检测专用章（2）', 'testing', 'unit-jc', 'xiaojing', '江北分部试验室'],
  ['YZ-JC-006', 'CMA资质认定标志章', 'cma', 'unit-jc', 'xiaojing', '业务受理中心报告室'],
  ['YZ-JC-007', '投标专用章', 'bidding', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-008', '财务专用章（检测）', 'finance', 'unit-jc', 'maguixiang', '财务部保险柜'],
  ['YZ-JC-009', '市场经营部业务章', 'department', 'unit-jc', 'leader', '综合楼 304 室'],
  ['YZ-ZX-001', '衡准工程咨询有限公司公章', 'company', 'unit-zx', 'sealer', '咨询楼 102 保险柜'],
  ['YZ-ZX-002', '咨询合同专用章', 'contract', 'unit-zx', 'jiangyan', '咨询楼 102 保险柜'],
  ['YZ-ZX-003', '财务专用章（咨询）', 'finance', 'unit-zx', 'finance', '财务部保险柜'],
];
/** The number of the only seal that is out of use. */
export const OUT_OF_USE_SEAL_NO = 'YZ-JC-005';

/** Returns the record id of the seal at this position in `SEALS`. */
export const sealIdAt = (index: number): string => `sealImpressionInfo-${String(index + 1).padStart(4, '0')}`;
/** Returns the record id of a seal by its number. Throws if there is no such seal. */
export function sealIdByNo(sealNo: string): string {
  const index = SEALS.findIndex(([no]) => no === sealNo);
  if (index < 0) throw new Error(`no seal ${sealNo}`);
  return sealIdAt(index);
}

const sealInUse = (unitId: string, sealType: string): Seal | undefined =>
  SEALS.find(([no, , type, unit]) => type === sealType && unit === unitId && no !== OUT_OF_USE_SEAL_NO);

/**
 * Returns the kind of seal that a unit puts on a document: the requested kind or, if the unit has no such seal in use,
 * `company`.
 */
export const availableSealType = (unitId: string, sealType: string): string =>
  sealInUse(unitId, sealType) ? sealType : 'company';
/** Returns the record id of the seal in use for this unit and kind. */
export const idOfSealInUse = (unitId: string, sealType: string): string =>
  sealIdByNo(sealInUse(unitId, sealType)?.[0] ?? '');
