const attribute = (name: string) => ({ name, type: 'String', isAttr: true });
const FLAG_ATTRIBUTES = ['visible', 'editable', 'required'].map(attribute);

/**
 * Description of the product's extension elements (namespace `urn:schema-first:bpmn`, prefix `sf`) for the library
 * moddle, which the parser and the modeler use.
 */
export const SF_EXTENSION = {
  name: 'SchemaFirst',
  prefix: 'sf',
  uri: 'urn:schema-first:bpmn',
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'Candidates', superClass: ['Element'], properties: [attribute('type'), attribute('value')] },
    { name: 'Cc', superClass: ['Element'], properties: [attribute('type'), attribute('value')] },
    { name: 'Sign', superClass: ['Element'], properties: [attribute('mode'), attribute('ratio')] },
    {
      name: 'Settings',
      superClass: ['Element'],
      properties: ['empty', 'same', 'signature', 'toApplicant', 'opinion'].map(attribute),
    },
    { name: 'Timer', superClass: ['Element'], properties: ['due', 'remind', 'action', 'clock'].map(attribute) },
    { name: 'Repeat', superClass: ['Element'], properties: ['over', 'title', 'refusal'].map(attribute) },
    { name: 'Call', superClass: ['Element'], properties: ['url', 'method'].map(attribute) },
    { name: 'Answer', superClass: ['Element'], properties: ['field', 'from'].map(attribute) },
    { name: 'Button', superClass: ['Element'], properties: ['action', 'name'].map(attribute) },
    { name: 'Actions', superClass: ['Element'], properties: [attribute('value')] },
    { name: 'Field', superClass: ['Element'], properties: [attribute('key'), ...FLAG_ATTRIBUTES] },
    { name: 'Column', superClass: ['Element'], properties: [attribute('key'), ...FLAG_ATTRIBUTES] },
    {
      name: 'Table',
      superClass: ['Element'],
      properties: [
        ...['key', 'visible', 'editable', 'add', 'copy', 'remove', 'others', 'defaults'].map(attribute),
        { name: 'columns', type: 'Column', isMany: true },
      ],
    },
  ],
};
