import express from 'express';
import { authenticate } from './auth.js';
import { problemHandler, Problem } from './problem.js';
import { applicationKeys } from './routes/applicationKeys.js';
import { subscriptions } from './routes/subscriptions.js';
import { nodeProducts } from './routes/nodeProducts.js';

export const createApp = () => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');

  const json = express.json({ limit: '512kb', type: ['application/json', 'application/*+json'] });

  app.post('/v2/application-keys', authenticate('application-keys'), json, applicationKeys.create);
  app.post('/subscriptions/subscriptions', authenticate('subscriptions'), json, subscriptions.create);
  app.get('/pcm/hierarchies/:hierarchyID/nodes/:nodeID/products', nodeProducts.list); // public catalog

  app.use((req) => {
    throw new Problem(404, 'not-found', `No route for ${req.method} ${req.path}`);
  });
  app.use(problemHandler);
  return app;
};
