// The health check of the image, which has no curl: ends with 0 if the service is ready.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT || 8080}/health/ready`).catch(() => ({ ok: false }))
process.exitCode = ok ? 0 : 1
