/** Writes small process files for tests: nodes as `kind id`, edges as `id: from -> to [condition]`. */
export function flowText(nodes: readonly string[], edges: readonly string[]): string {
  const elements = nodes.map((line) => {
    const [kind = '', id = '', ...attributes] = line.split(' ');
    return `<${kind} id="${id}" name="${id}" ${attributes.join(' ')}>${kind === 'userTask' ? '<extensionElements><sf:candidates type="role" value="leader"/></extensionElements>' : ''}</${kind}>`;
  });
  const flows = edges.map((line) => {
    const [, id, from, to, condition] = /^(\w+): (\w+) -> (\w+)(?: \[(.*)\])?$/.exec(line) ?? [];
    return `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition ? `<conditionExpression><![CDATA[${condition}]]></conditionExpression>` : ''}</sequenceFlow>`;
  });
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:sf="urn:schema-first:bpmn" targetNamespace="t"><process id="p">${elements.join('')}${flows.join('')}</process></definitions>`;
}
