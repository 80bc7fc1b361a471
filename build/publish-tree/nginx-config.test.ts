import { describe, expect, it } from 'vitest'
import { apiHeaders } from '../../data/api/answer/api-headers.ts'
import { nginxConfig, quickSeconds, type NginxOptions } from './nginx-config.ts'

const options: NginxOptions = {
  listen: '[::]:8443',
  origins: ['127.0.0.1:8080', 'instance-2:8080'],
  tree: '/srv/publish/current/public',
  pages: '/srv/published-pages',
  cache: '/var/cache/nginx/deepledger',
  anonymousLimit: 60,
}

describe('the configuration', () => {
  const text = nginxConfig(options)

  it('contains every value in its place, and is the same every time', () => {
    expect(text).not.toMatch(/\{\{|\}\}/)
    for (const line of [
      'listen [::]:8443;',
      'server 127.0.0.1:8080 max_fails=2 fail_timeout=5s;',
      'server instance-2:8080 max_fails=2 fail_timeout=5s;',
      'proxy_next_upstream_tries 2;',
      'root /srv/publish/current/public;',
      'root /srv/published-pages;',
    ])
      expect(text).toContain(line)
    expect(nginxConfig(options)).toBe(text)
  })

  it('has the headers of every answer in all places where nginx answers by itself', () => {
    // The answer to a range beyond the end has the headers of the file.
    const places = text
      .split('location ')
      .filter((place) => /return 4|return 5|_type (image|model)/.test(place) && !place.includes('return 416'))
    expect(places.length).toBeGreaterThanOrEqual(8)
    for (const place of places)
      for (const name of Object.keys(apiHeaders)) expect(place).toContain(`add_header ${name} `)
  })

  it('has pages for errors in every place: one that names its own has none of the others', () => {
    const places = text.split(/^ {4}location /m).filter((place) => place.includes('error_page'))
    for (const place of places) {
      expect(place).toContain('error_page 404 = @origin;')
      expect(place).toContain('error_page 500 502 503 504 = /_problems/unavailable;')
    }
  })

  it('has a format of the log with the request id that clients are told, and without queries', () => {
    const [, format] = /^log_format deepledger ([^;]*);$/m.exec(text) ?? []
    expect(format).toContain('"requestId":"$sent_http_x_request_id"')
    expect(format).not.toMatch(/\$request\b|\$request_uri/)
  })

  it('does not route by arguments of a query', () => {
    expect(text).not.toMatch(/\$arg_|\$args|\$query_string|\$is_args/)
  })

  it.each([
    ['GET:0/v2/items', 'quick'],
    ['HEAD:0/v1/items?limit=5&name=a', 'quick'],
    ['GET:0/v2/items/id.item.a/history', 'quick'],
    ['POST:0/v2/items', 'origin'],
    ['GET:1/v2/items', 'origin'],
    ['GET:0/v2/items?patch=3', 'origin'],
    ['GET:0/v2/perks?limit=5&at_patch=3', 'origin'],
    ['GET:0/v2/perks?branch=ptr', 'origin'],
    ['GET:0/v2/items?limit=5&%70atch=3', 'origin'],
    ['GET:0/v2/items?name=a%20b&limit=5', 'quick'],
    ['GET:0/v2/items?format=csv', 'origin'],
    ['GET:0/v2/items?number_format=plain', 'quick'],
    ['GET:0/v2/items/names', 'origin'],
    ['GET:0/v2/items/%6eames', 'origin'],
    ['GET:0/v2/patches', 'quick'],
    ['GET:0/v2/patches/', 'origin'],
    ['GET:0//v2/items', 'origin'],
    ['GET:0/v2/patches/diff?from=1&to=2', 'origin'],
    ['GET:0/v2/patches/3', 'origin'],
    ['GET:0/v2/market', 'origin'],
    ['GET:0/v2/items/id.item.a/tooltip', 'origin'],
    ['GET:0/items/sword', 'origin'],
  ])('an instance may take its time for %s, or not: %s', (request, patience) => {
    const [, map = ''] = /\$patience \{([^]*?)\n\}/.exec(text) ?? []
    const cases = [...map.matchAll(/"~(.+)" (\w+);/g)].map(([, of = '', name]) => ({ of: new RegExp(of), name }))
    expect(cases).toHaveLength(3)
    expect(cases.find(({ of }) => of.test(request))?.name ?? 'origin').toBe(patience)
  })

  it('counts streams separately from requests, which go to the instance with the fewest unanswered ones', () => {
    const [, requests = ''] = /upstream deepledger \{([^}]*)\}/.exec(text) ?? []
    const [, streams = ''] = /upstream deepledger_streams \{([^}]*)\}/.exec(text) ?? []
    expect([requests.includes('least_conn;'), streams.includes('least_conn;')]).toEqual([true, false])
    for (const origin of options.origins)
      expect([requests, streams].every((of) => of.includes(`server ${origin} `))).toBe(true)
    const passes = [...text.matchAll(/location (.+) \{[^}]*proxy_pass http:\/\/deepledger_streams/g)]
    expect(passes.map(([, place]) => place)).toEqual(['~ ^(/v[12]/events)$'])
  })

  it('passes quick requests on like all others', () => {
    const [origin = '', quick = ''] = ['origin', 'quick'].map(
      (name) => text.split(`location @${name} {`)[1]?.split('\n    }')[0],
    )
    expect(quick).toBe(origin.replace('proxy_read_timeout 10s', `proxy_read_timeout ${quickSeconds}s`))
    expect(quick).toContain(`proxy_read_timeout ${quickSeconds}s`)
  })

  it('declares no type that nginx knows itself, which would cause a warning', () => {
    expect(text).toContain('charset_types ')
    expect(text).not.toMatch(/charset_types[^;]*text\/html/)
  })

  it('has brotli_static only with the option for the module', () => {
    expect(text).not.toMatch(/^ *brotli_static/m)
    expect(nginxConfig({ ...options, brotli: true })).toMatch(/^ *brotli_static on;/m)
  })

  it.each([
    ['tree', '/srv/my site'],
    ['pages', '/srv/pages; }'],
    ['listen', '80; deny all'],
    ['cache', ''],
  ])('a %s that could end its directive is refused', (name, value) => {
    expect(() => nginxConfig({ ...options, [name]: value })).toThrow(/is not a plain name or path/)
  })

  it.each(['8080', '0.0.0.0:443', '[::]:443', '[::1]', 'localhost', 'unix:/run/nginx.sock'])(
    'nginx listens on %s',
    (listen) => expect(nginxConfig({ ...options, listen })).toContain(`listen ${listen};`),
  )

  it.each(['0', '65536', '0.0.0.0:99999', '[::]:99999', 'localhost:', 'localhost:http', '::1'])(
    'an invalid port is refused: %s',
    (place) => {
      const sentence = `${JSON.stringify(place)} is not a host with a port from 1 to 65535; an IPv6 address is in brackets.`
      expect(() => nginxConfig({ ...options, listen: place })).toThrow(`listen ${sentence}`)
      expect(() => nginxConfig({ ...options, origins: [place] })).toThrow(`origin ${sentence}`)
    },
  )

  it('so is such an instance', () => {
    const origins = ['127.0.0.1:8080', '127.0.0.1:8081; deny all']
    expect(() => nginxConfig({ ...options, origins })).toThrow(/is not a plain name or path/)
  })
})
