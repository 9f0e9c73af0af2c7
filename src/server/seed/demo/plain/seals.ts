import { businessSealApply } from '../forms/businessSealApply.ts';
import { userByName } from '../people.ts';
import { SEALS, STOPPED_SEAL } from '../sealList.ts';
import { createTools, type Tools } from '../tools.ts';
import type { DemoRecord } from '../types.ts';
import { walk } from '../walk.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

export { sealIdOf } from '../sealList.ts';

const DAY_MS = 86_400_000;
/** The number of seal applications of the demo company, and the seed of their random values. */
const APPLICATIONS = 64;
const APPLICATION_SEED = 20_260_000;

/** The seals of the demo company and their keepers. */
function demoSeals(tools: Tools, now: Date): DemoRecord[] {
  return SEALS.map(([sealNo, sealName, sealType, unitId, keeper, keepPlace], index) => {
    const enabled = new Date(now.getTime() - tools.int(300, 3600) * DAY_MS);
    return plainRecord({
      formKey: 'sealImpressionInfo',
      index,
      createBy: userByName('sealer').id,
      createTime: tools.later(enabled, 3),
      fields: {
        sealNo,
        sealName,
        sealType,
        unitId,
        keeperId: userByName(keeper).id,
        keepPlace,
        material: tools.pick(['铜质', '光敏', '回墨']),
        enableDate: tools.day(enabled),
        sealState: sealNo === STOPPED_SEAL ? '停用' : '在用',
        ...(sealNo === STOPPED_SEAL ? { stopDate: tools.day(now, -40) } : {}),
        recordNo: `420100${tools.digits(7)}`,
      },
    });
  });
}

/** The use of the seals: a line for each file of the finished applications, as the effect `register` writes them. */
function demoSealDetails(_tools: Tools, now: Date): DemoRecord[] {
  const tools = createTools(APPLICATION_SEED);
  const applications = Array.from({ length: APPLICATIONS }, (_none, index) =>
    walk(businessSealApply, index, tools, now),
  );
  const lines = applications
    .filter(({ flwState }) => flwState === '3')
    .toSorted((a, b) => a.updateTime.getTime() - b.updateTime.getTime())
    .flatMap(({ id, updateBy, updateTime, fieldsMap, childTables }) =>
      (childTables['sealFiles'] ?? []).map((row) => ({ id, updateBy, updateTime, fieldsMap, file: row.fieldsMap })),
    );
  return lines.map(({ id, updateBy, updateTime, fieldsMap, file }, index) =>
    plainRecord({
      formKey: 'sealDetails',
      index,
      createBy: updateBy,
      createTime: updateTime,
      fields: {
        sealId: file['seal'],
        apply: id,
        fileName: file['fileName'],
        applicantId: fieldsMap['applicantId'],
        applyDeptId: fieldsMap['applyDeptId'],
        copies: file['actualCopies'],
        sealDate: file['sealDate'],
        handler: file['sealHandler'],
        isRiding: file['isRiding'],
        applyFormKey: 'businessSealApply',
        applyId: id,
        ...(fieldsMap['useWay'] === 'lend' ? { remark: '印章外借' } : {}),
      },
    }),
  );
}

export const sealImpressionInfo: PlainForm = { formKey: 'sealImpressionInfo', records: demoSeals };

export const sealDetails: PlainForm = { formKey: 'sealDetails', records: demoSealDetails };
