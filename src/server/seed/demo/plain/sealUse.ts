import { businessSealApply } from '../forms/businessSealApply.ts';
import { contractSeal } from '../forms/contracts.ts';
import { createTools, type Tools } from '../tools.ts';
import type { DemoForm, DemoRecord } from '../types.ts';
import { createDemoRecord } from '../createDemoRecord.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

type Values = Readonly<Record<string, unknown>>;
/** One line of the seal register. `record`: the finished application that created the line. */
interface RegisterLine {
  record: DemoRecord;
  fields: Record<string, unknown>;
}

/**
 * Returns the finished demo records of a form, with the values that `demoRecords` gives them. The random seed, in which
 * `formIndex` is the index of the form in `FORMS`, and the number of records are therefore the same as there.
 */
function finishedRecords(form: DemoForm, formIndex: number, now: Date): DemoRecord[] {
  const tools = createTools(20_260_000 + formIndex);
  return Array.from({ length: form.plan?.length ?? 64 }, (_none, recordIndex) =>
    createDemoRecord(form, recordIndex, tools, now),
  ).filter(({ flwState }) => flwState === '3');
}

const lineOf = (record: DemoRecord, fields: Values): RegisterLine => ({
  record,
  fields: { ...fields, applyFormKey: record.formKey, applyId: record.id },
});

/** Returns one line for each file of a seal application. */
const linesOfApplication = (record: DemoRecord): RegisterLine[] =>
  (record.childTables['sealFiles'] ?? []).map(({ fieldsMap: file }) =>
    lineOf(record, {
      sealId: file['seal'],
      apply: record.id,
      fileName: file['fileName'],
      applicantId: record.fieldsMap['applicantId'],
      applyDeptId: record.fieldsMap['applyDeptId'],
      copies: file['actualCopies'],
      sealDate: file['sealDate'],
      handler: file['sealHandler'],
      isRiding: file['isRiding'],
      remark: record.fieldsMap['useWay'] === 'lend' ? '印章外借' : undefined,
    }),
  );

/** Returns one line for a sealed contract. */
const lineOfContract = (record: DemoRecord): RegisterLine => {
  const { fieldsMap: fields } = record;
  return lineOf(record, {
    sealId: fields['seal'],
    contractSeal: record.id,
    fileName: fields['contractName'],
    applicantId: fields['applicant'],
    applyDeptId: fields['deptId'],
    copies: fields['copies'],
    sealDate: fields['sealDate'],
    handler: record.updateBy,
    isRiding: [fields['seals']].flat().includes('骑缝章') ? '1' : '0',
  });
};

/**
 * Returns the lines of the seal register, the latest last. Finished applications create the same lines by their effect
 * `register`.
 */
function demoSealDetails(_tools: Tools, now: Date): DemoRecord[] {
  const lines = [
    ...finishedRecords(businessSealApply, 0, now).flatMap(linesOfApplication),
    ...finishedRecords(contractSeal, 10, now).map(lineOfContract),
  ];
  return lines
    .toSorted((a, b) => a.record.updateTime.getTime() - b.record.updateTime.getTime())
    .map(({ record: { updateBy, updateTime }, fields }, index) =>
      plainRecord({ formKey: 'sealDetails', index, createBy: updateBy, createTime: updateTime, fields }),
    );
}

export const sealDetails: PlainForm = { formKey: 'sealDetails', records: demoSealDetails };
