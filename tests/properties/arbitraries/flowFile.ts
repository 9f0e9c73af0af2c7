import type { NodeRules } from '../../../src/rules/situation.ts';

const flags = (rule: object): string => Object.entries(rule).filter(([, value]) => typeof value === 'string').map(([key, value]) => ` ${key}="${String(value)}"`).join('');

function ruled({ fields, tables }: NodeRules): string {
  const columns = (of: object): string => Object.entries(of).map(([key, rule]) => `<sf:column key="${key}"${flags(rule as object)}/>`).join('');
  return Object.entries(fields).map(([key, rule]) => `<sf:field key="${key}"${flags(rule)}/>`).join('')
    + Object.entries(tables).map(([key, { columns: of = {}, ...rule }]) => `<sf:table key="${key}"${flags(rule)}>${columns(of)}</sf:table>`).join('');
}

const edge = (from: string, to: string): string => `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`;

/** The process file that says these rules: the first are the applicant's, the others follow one after another, all held by one person. */
export function flowFileOf(key: string, rules: readonly NodeRules[], holder = 'leader'): string {
  const tasks = rules.map((rule, at) => `<userTask id="n${at}" name="${rule.taskNode}"><extensionElements><sf:candidates type="${at === 0 ? 'initiator' : 'user'}" value="${at === 0 ? '' : holder}"/><sf:actions value="${at === 0 ? 'submit,save' : 'approve,save'}"/>${ruled(rule)}</extensionElements></userTask>`);
  const ids = ['s', ...rules.map((_, at) => `n${at}`), 'e'];
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="${key}" name="${key}"><startEvent id="s"/>${tasks.join('')}<endEvent id="e"/>${ids.slice(1).map((to, at) => edge(ids[at] ?? '', to)).join('')}</process></definitions>`;
}
