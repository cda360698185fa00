export const config = {
  host: '127.0.0.1',
  port: Number(process.env.PORT || 3000),
  token: process.env.API_TOKEN || 'shp_live_7Qm2vX0dKc9TtR4nYb6E',
  // Public address of the service; by default taken from the request.
  baseUrl: process.env.BASE_URL || null,
};

export const baseUrlOf = (req) => config.baseUrl ?? `${req.protocol}://${req.get('host')}`;
