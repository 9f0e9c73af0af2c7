/** The product's server on a fixed port and folder, started and killed by `approvals.ts`; publishes the process they run on. */
import { publishForm } from '../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../src/server/flow/publish.ts';
import { startServer } from '../../src/server/start.ts';
import { author } from '../server/sealDemo.ts';
import { edge, flowFile, task } from '../server/flow/story.ts';
import { testSettings } from '../server/support.ts';

const [dataDir = '', port = '0', databaseUrl = ''] = process.argv.slice(2);
const KEY = 'chaos';
const body = `${edge('f1', 'apply', 'fork')}<parallelGateway id="fork"/>${edge('a1', 'fork', 'one')}${edge('b1', 'fork', 'two')}${task('one user leader')}${task('two user manager')}${edge('a2', 'one', 'join')}${edge('b2', 'two', 'join')}
  <parallelGateway id="join"/>${edge('f2', 'join', 'last')}${task('last user hr', '<sf:timer due="P1D" action="none"/>')}${edge('f3', 'last', 'e')}`;

const server = await startServer({ settings: testSettings({ dataDir, port: Number(port), ...(databaseUrl ? { databaseUrl } : {}) }), onFatal: (reason) => { throw new Error(reason); } });
const known = await server.context.db.selectFrom('doc_document').select('doc_key').where('kind', '=', 'form').where('doc_key', '=', KEY).executeTakeFirst();
if (!known) {
  await publishFlow(server.context, { xml: flowFile(KEY, body), note: '', author });
  await publishForm(server.context, { formKey: KEY, formName: KEY, note: '', author, definition: { flowKey: KEY, fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' }] } });
}
process.stdout.write('ready\n');
