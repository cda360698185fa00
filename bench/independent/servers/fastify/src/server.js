import Fastify from 'fastify';
import { applicationKeyRoutes } from './application-keys.js';
import { requireBearer } from './authorization.js';
import { openDatabase } from './database.js';
import { faulty, varied } from './flags.js';
import { nodeProductRoutes } from './node-products.js';
import { Problem, sendProblem } from './problems.js';
import { subscriptionRoutes } from './subscriptions.js';

const database = openDatabase();

const app = Fastify({
  forceCloseConnections: true,
  ajv: { customOptions: { coerceTypes: faulty('body-types-coerced') ? 'array' : false, removeAdditional: false } },
});

app.setErrorHandler(sendProblem);
app.setNotFoundHandler(async () => {
  throw new Problem(404, 'There is no such resource.');
});
if (varied('token-everywhere')) app.addHook('onRequest', requireBearer);

applicationKeyRoutes(app, { database });
subscriptionRoutes(app, { database });
nodeProductRoutes(app, { database });

process.once('SIGTERM', async () => {
  await app.close();
  database.close();
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8080) });
console.log('listening');
