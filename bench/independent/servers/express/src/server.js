import { createApp } from './app.js';
import { config } from './config.js';
import { db } from './db.js';
import { seed } from './seed.js';

seed(db);

const server = createApp().listen(config.port, config.host, (error) => {
  if (error) {
    console.error(error.message);
    process.exit(1);
  }
  console.log('listening');
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.close(() => {
      db.close();
      process.exit(0);
    });
    server.closeAllConnections();
  });
}
