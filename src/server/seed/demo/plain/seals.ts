import { userByName } from '../people.ts';
import { SEALS, OUT_OF_USE_SEAL_NO } from '../sealList.ts';
import type { Tools } from '../tools.ts';
import type { DemoRecord } from '../types.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

export { sealIdByNo } from '../sealList.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the seals of the demo company with their keepers. Each seal came into use 900 to 3600 days ago; its record
 * was created 3 to 4 hours later or the next morning. The stopped seal went out of use 40 days ago. `recordNo` is the
 * number under which the police registered the seal; it begins with 420100, the code of the city of Wuhan.
 */
function demoSeals(tools: Tools, now: Date): DemoRecord[] {
  return SEALS.map(([sealNo, sealName, sealType, unitId, keeper, keepPlace], index) => {
    const enabledOn = new Date(now.getTime() - tools.int(900, 3600) * DAY_MS);
    return plainRecord({
      formKey: 'sealImpressionInfo',
      index,
      createBy: userByName('sealer').id,
      createTime: tools.later(enabledOn, 3),
      fields: {
        sealNo,
        sealName,
        sealType,
        unitId,
        keeperId: userByName(keeper).id,
        keepPlace,
        material: tools.pick(['铜质', '光敏', '回墨']),
        enableDate: tools.day(enabledOn),
        sealState: sealNo === OUT_OF_USE_SEAL_NO ? '停用' : '在用',
        ...(sealNo === OUT_OF_USE_SEAL_NO ? { stopDate: tools.day(now, -40) } : {}),
        recordNo: `420100${tools.digits(7)}`,
      },
    });
  });
}

export const sealImpressionInfo: PlainForm = { formKey: 'sealImpressionInfo', records: demoSeals };
