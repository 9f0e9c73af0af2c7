/**
 * The peer of the server's figures: plain Fastify over pg with statements written by hand, in a process of its own.
 * `tsx tests/bench/plain.ts URL` prints its address. Signs nobody in, checks nothing and takes nothing out.
 */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { valuesTableName, recordTableName } from '../../src/server/records/columns/tableNames.ts';

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
const app = Fastify();

app.get<{ Params: { form: string }; Querystring: { id: string } }>('/record/:form', async ({ params, query }) => {
  const { rows } = await pool.query(
    `select r.*, d.fields, d.child_tables from ${recordTableName(params.form)} r join ${valuesTableName(params.form)} d using (id) where r.id = $1`,
    [query.id],
  );
  return rows[0];
});

app.post<{ Params: { form: string }; Body: { page: number } }>('/list/:form', async ({ params, body }) => {
  const { rows } = await pool.query(
    `select r.*, d.fields from ${recordTableName(params.form)} r join ${valuesTableName(params.form)} d using (id) order by r.create_time desc, r.id desc limit 10 offset $1`,
    [(body.page - 1) * 10],
  );
  const count = await pool.query<{ total: string }>(`select count(*) as total from ${recordTableName(params.form)}`);
  return { rows, total: Number(count.rows[0]?.total) };
});

const TODO =
  'from flw_task_candidate c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id where c.user_id = $1 and c.is_open';
const COUNT = 'select count(*) as total from flw_task_candidate where user_id = $1 and is_open';
app.get<{ Params: { user: string } }>('/todo/count/:user', async ({ params }) => {
  const { rows } = await pool.query<{ total: string }>(COUNT, [params.user]);
  return { total: Number(rows[0]?.total) };
});
/** The same for whoever the token is of, as a server that knows who asks would. */
app.get<{ Params: { token: string } }>('/todo/mine/:token', async ({ params }, reply) => {
  const {
    rows: [person],
  } = await pool.query<{ user_id: string }>(
    `select s.user_id from auth_token t join auth_session s on s.id = t.session_id join sys_user u on u.id = s.user_id
    where t.hash = $1 and t.kind = 'access' and t.expires_at > now() and s.expires_at > now() and not u.is_disabled`,
    [createHash('sha256').update(params.token).digest('base64url')],
  );
  if (!person) return reply.code(401).send();
  const { rows } = await pool.query<{ total: string }>(COUNT, [person.user_id]);
  return { total: Number(rows[0]?.total) };
});
app.get<{ Params: { user: string } }>('/todo/page/:user', async ({ params }) => {
  const { rows } = await pool.query(
    `select i.form_key, i.form_name, i.record_id, i.title, i.initiator_name, i.started_at, i.flw_state, i.is_urgent, t.id, t.node_id, t.node_name, t.arrived_at, t.due_at ${TODO} order by c.arrived_at desc, c.task_id desc limit 10`,
    [params.user],
  );
  const count = await pool.query<{ total: string }>(COUNT, [params.user]);
  return { rows, total: Number(count.rows[0]?.total) };
});

/** A transaction as bare as one can be that is kept: one row. */
app.post('/transaction', async () => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into auth_attempt (subject, failures, window_until) values ($1, 1, now())', [
      `bench ${Math.random()} ${Date.now()}`,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return {};
});

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
