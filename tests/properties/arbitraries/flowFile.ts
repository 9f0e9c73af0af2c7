import type { NodeRules } from '../../../src/rules/situation.ts';

const flags = (rule: object): string =>
  Object.entries(rule)
    .filter(([, value]) => typeof value === 'string')
    .map(([key, value]) => ` ${key}="${String(value)}"`)
    .join('');

function ruled({ fields, tables }: NodeRules): string {
  const columns = (of: object): string =>
    Object.entries(of)
      .map(([key, rule]) => `<sf:column key="${key}"${flags(rule as object)}/>`)
      .join('');
  return (
    Object.entries(fields)
      .map(([key, rule]) => `<sf:field key="${key}"${flags(rule)}/>`)
      .join('') +
    Object.entries(tables)
      .map(([key, { columns: of = {}, ...rule }]) => `<sf:table key="${key}"${flags(rule)}>${columns(of)}</sf:table>`)
      .join('')
  );
}

const edge = (from: string, to: string): string =>
  `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`;

/** The process file that says these rules: the first are the applicant's, the others follow one after another, all held by one person. `over`: once for each row of that sub-table. */
export function flowFileOf(
  key: string,
  rules: readonly NodeRules[],
  { holder = 'leader', over = null }: { holder?: string; over?: string | null } = {},
): string {
  const tasks = rules.map(
    (rule, at) =>
      `<userTask id="n${at}" name="${rule.taskNode}"><extensionElements><sf:candidates type="${at === 0 ? 'initiator' : 'user'}" value="${at === 0 ? '' : holder}"/><sf:actions value="${at === 0 ? 'submit,save' : 'approve,save'}"/>${ruled(rule)}</extensionElements></userTask>`,
  );
  if (over !== null) {
    const inner = ['rs', ...rules.slice(1).map((_, at) => `n${at + 1}`), 're'];
    const repeated = `<subProcess id="rows" name="rows"><extensionElements><sf:repeat over="${over}"/></extensionElements><multiInstanceLoopCharacteristics/><startEvent id="rs"/>${tasks.slice(1).join('')}<endEvent id="re"/>${inner
      .slice(1)
      .map((to, at) => edge(inner[at] ?? '', to))
      .join('')}</subProcess>`;
    return file(key, `${tasks[0] ?? ''}${repeated}${edge('s', 'n0')}${edge('n0', 'rows')}${edge('rows', 'e')}`);
  }
  const ids = ['s', ...rules.map((_, at) => `n${at}`), 'e'];
  return file(
    key,
    tasks.join('') +
      ids
        .slice(1)
        .map((to, at) => edge(ids[at] ?? '', to))
        .join(''),
  );
}

const file = (key: string, body: string): string =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="${key}" name="${key}"><startEvent id="s"/>${body}<endEvent id="e"/></process></definitions>`;
